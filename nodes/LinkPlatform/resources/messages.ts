import type { Messages } from '../api/failure';
import { responses } from '../api/messages';

const BLOCK = '{"type": "header", "content": {"title": "Welcome"}}';
const CORRECT_BLOCK = `Correct that entry. A block looks like ${BLOCK}`;

/** Account. */
export const account = {
	/** The password was not changed. */
	passwordTooShort: (least: number) => ({
		message: `'New Password' must have at least ${least} characters`,
		description: "Enter a longer 'New Password'",
	}),
	/** Link Platform counts this quota under another name, or not at all. */
	unknownQuota: (quota: string) => ({
		message: `Link Platform didn't return the usage of the quota "${quota}"`,
		description: 'Account > Get Usage shows what Link Platform returns',
	}),
} satisfies Messages;

/** Analytics. */
export const analytics = {
	/** The time span ends before it starts. Both are in the time zone of the workflow. */
	fromAfterTo: (from: string, to: string) => ({
		message: `'From' (${from}) is after 'To' (${to})`,
		description: "Swap the two, or remove one of them from 'Filters'",
	}),
} satisfies Messages;

/** Bio pages and their blocks. */
export const bioPages = {
	/** 'Blocks' takes a list, even for a single block. Nothing was sent. */
	notArray: (type: string) => ({
		message: `'Blocks' must be a JSON array (got ${type})`,
		description: `Put the blocks in brackets, e.g. [${BLOCK}]`,
	}),
	/** Entries are counted from 1. Nothing was sent. */
	typeMissing: (entry: number) => ({
		message: `Entry ${entry} of 'Blocks' has no 'type'`,
		description: CORRECT_BLOCK,
	}),
	/** The same. */
	contentNotObject: (entry: number) => ({
		message: `The 'content' of entry ${entry} of 'Blocks' must be an object`,
		description: CORRECT_BLOCK,
	}),
	/**
	 * A hint of Create and Duplicate. The page exists, with its other blocks. `index` counts from 0.
	 *
	 * Correct these blocks and add them with Bio Block > Create. An If node with `{{ $json.blocksFailed.length > 0 }}` finds such pages.
	 */
	blocksFailed: (failed: number, total: number, page: string) =>
		`${failed} of ${total} blocks couldn't be added to the bio page ${page}. See 'blocksFailed' for the reasons.`,
	/**
	 * A hint of Duplicate. Link Platform accepted these settings for the old page, but not for the new one.
	 *
	 * Set them with Bio Page > Update.
	 */
	settingsFailed: (page: string, settings: string) =>
		`These settings couldn't be copied to the bio page ${page}: ${settings}. See 'settingsFailed' for the reasons.`,
	/** The response has no ID, so nothing could be added to the page. */
	idMissing: {
		message: "The bio page was created without its blocks: Link Platform didn't return its ID",
		description: 'Find the page with Get Many, and add the blocks with Bio Block > Create',
	},
	/** Duplicate reads the blocks from the page's details, and your deployment doesn't list them there. */
	blocksMissing: {
		message: "The response doesn't show the blocks of the page, so it can't be copied",
		description:
			'Bio Page > Get shows what Link Platform returns for the page. Nothing was created',
	},
	/** The response has another form than documented. */
	noBlockTypes: { ...responses.noList, message: 'Link Platform returned no block types' },
	/** In `blocksFailed` of Duplicate. A block can't be added without its type. */
	blockTypeMissing: {
		message: "Link Platform doesn't return the type of this block",
		description: 'Add it with Bio Block > Create',
	},
	/** 'Content' holds a single value or a list. */
	notObject: (field: string, type: string) => ({
		message: `'${field}' must be a JSON object (got ${type})`,
		description: 'Put the fields of the block in braces, e.g. {"title": "My shop"}',
	}),
	/** The brackets say which keys are unknown, missing or repeated. */
	wrongOrder: (reasons: string, keys: string) => ({
		message: `'Order' must list each block of the page once (${reasons})`,
		description: `The order was not changed. The page has these blocks: ${keys}`,
	}),
	/** The same, where the page has no blocks. */
	wrongOrderOfNone: (reasons: string) => ({
		message: `'Order' must list each block of the page once (${reasons})`,
		description: 'The order was not changed. The page has no blocks',
	}),
} satisfies Messages;

/** Files of the legacy API. */
export const uploads = {
	/** 'File Name' becomes a part of the address, so it can't contain slashes, or consist of dots only. */
	invalidName: (field: string, name: string) => ({
		message: `'${field}' is not a valid file name (got "${name}")`,
		description: 'Enter the name only, without folders or slashes',
	}),
} satisfies Messages;

const notFoundByList = (count: number) =>
	`Searched all ${count} links of the account. Check the value, or choose the link from the list`;

/** Links. */
export const links = {
	/** The link is in another account, was deleted, or Link Platform shows it with another domain. */
	unknownShortUrl: (url: string, count: number) => ({
		message: `No link has the short URL "${url}"`,
		description: notFoundByList(count),
	}),
	/** The link is in another account, or was deleted. Aliases are case-sensitive. */
	unknownAlias: (alias: string, count: number) => ({
		message: `No link has the alias "${alias}"`,
		description: notFoundByList(count),
	}),
	/** Create or Update finds more than one link with this alias. */
	severalDomains: (alias: string) => ({
		message: `The alias "${alias}" is used on several domains`,
		description: "Set 'Domain Name or ID' in 'Additional Fields' to choose one of them",
	}),
	/** The link is given by its alias only, and each of these domains has one. Nothing was changed. */
	severalShortUrls: (alias: string, urls: string) => ({
		message: `The alias "${alias}" is used on several domains: ${urls}`,
		description: 'Enter the short URL instead of the alias',
	}),
	/** No link can match both filters. */
	clicksSwapped: (minimum: number, maximum: number) => ({
		message: `'Min Clicks' (${minimum}) is greater than 'Max Clicks' (${maximum})`,
		description: "Swap the two, or remove one of them from 'Filters'",
	}),
	/** No link can match both filters. A date without a time stands for its first moment, so to get the links of one day, set 'Created Before' to the next day. */
	datesSwapped: (after: string, before: string) => ({
		message: `'Created After' (${after}) is not before 'Created Before' (${before})`,
		description: "Swap the two, or set 'Created Before' to a later time",
	}),
	/** Your deployment's list doesn't have this field in a readable form. An empty result would be misleading, so the item fails. */
	filterImpossible: (field: string) => ({
		message: `Link Platform doesn't return the ${field} of these links, so this filter can't be applied`,
		description: "Remove the filter. Get Many without 'Filters' shows what Link Platform returns",
	}),
	/**
	 * A hint. These links lack the field that a filter looks at, and others have it.
	 *
	 * To get them too, remove that filter and add a Filter node after this one.
	 */
	leftOut: (count: number, field: string) =>
		`${count} links were left out because Link Platform doesn't return their ${field}`,
	/** UTM parameters are written into the URL. Without 'URL', an update has nothing to write them into. */
	utmWithoutUrl: {
		message: "'UTM Parameters' can only be updated together with 'URL'",
		description: "Add 'URL' to 'Update Fields'",
	},
	/**
	 * An expression returns the name of the campaign.
	 *
	 * Campaign > Get Many has both.
	 */
	notCampaignId: (value: string) => ({
		message: `'Campaign Name or ID' must be the ID of a campaign (got "${value}")`,
		description: 'Choose a campaign from the list, or enter its ID',
	}),
} satisfies Messages;

const TRY_OTHER_FORMAT = "Try again. If it keeps happening, choose another 'Format'";

function mayNotScan(count: number, total: number): string {
	return `${total === 1 ? 'The QR code' : `${count} of ${total} QR codes`} may not scan:`;
}

/** QR codes and their images. */
export const qrCodes = {
	/** One row of a batch was refused without an explanation. The other rows are done. */
	rowRefused: {
		message: 'Link Platform refused this row',
		description: "Check 'Name' and 'URL' of this item",
	},
	/** The response to a batch has no entry that clearly belongs to this row, e.g. because it is shorter than the batch. */
	resultMissing: (name: string) => ({
		message: `The result for "${name}" is missing from the response`,
		description: "It may have been created. Turn on 'Skip Existing' before you retry this item",
	}),
	/** The image is downloaded by the ID, and the response had none. */
	idMissing: (name: string) => ({
		message: `"${name}" was created without an image: Link Platform didn't return its ID`,
		description: 'Find it with QR Code > Get Many, and use QR Code > Download',
	}),
	/**
	 * Put before what to do where the QR code was created, but its image is missing. Creating it again would make a second one.
	 *
	 * Connect QR Code > Download to the error output, with this ID.
	 */
	imageMissing: (id: string, advice: string) =>
		`The QR code exists (ID ${id}), only its image is missing. Use QR Code > Download instead of creating it again. ${advice}`,
	/**
	 * The `note` of a tool. A tool returns images as text of at most 16,000 characters. The record is in the output all the same.
	 *
	 * Set 'Format' and 'Image Size (Pixels)' in the tool, or have the agent use the short URL.
	 */
	tooLargeForAgent:
		"The image is too large for an AI agent. Request it again as PNG with 'Image Size (Pixels)' of 300 or less, or use the URL.",
	/** Link Platform can't make this kind of image, or failed to. */
	noImage: { message: 'Link Platform returned no image', description: TRY_OTHER_FORMAT },
	/** The same, or an image in another format. */
	otherFormat: (format: string) => ({
		message: `Link Platform returned no ${format} image`,
		description: TRY_OTHER_FORMAT,
	}),
	/** The same, with the text that came instead. */
	textInstead: (message: string, text: string) => `${message}, but: ${text}`,
	/** The image was not ready, or couldn't be made. */
	emptyImage: {
		message: 'Link Platform returned an empty file instead of an image',
		description: TRY_OTHER_FORMAT,
	},
	/**
	 * Added where Link Platform refused a whole batch without saying which row it was about. It may have created the rows before that one, or some until a quota was used up.
	 *
	 * Correct the row, turn on 'Skip Existing', and run all rows again. Only what is missing is created.
	 */
	batchMayExist:
		"Some QR codes of this batch may have been created. Turn on 'Skip Existing' before you retry",
	/**
	 * Added where a name couldn't be looked up. Without that, the row might get a second QR code.
	 *
	 * Run the rows again. If the first line is about permissions, the API key needs the scope `qr:read`.
	 */
	nothingCreated:
		"Nothing was created for this row, because 'Skip Existing' couldn't look up its name",
	/**
	 * With 'Skip Existing', rows with the same name share one QR code: that of the first.
	 *
	 * Correct the first row, or give the rows different names.
	 */
	firstRowFailed: (message: string) => `The first row with this name failed: ${message}`,
	/** A hint with the result of 'Skip Existing'. Items of skipped rows hold the existing QR code, with `created: false`. */
	skipped: (created: string, existed: string) =>
		`QR codes: ${created} created, ${existed} already existed`,
	/**
	 * A hint. The name belongs to a QR code with another target, e.g. because a URL in the sheet has changed since.
	 *
	 * Compare `targetUrl` with the column of the row. For a second QR code, use another name.
	 */
	otherTarget: (count: string) =>
		`Existing QR codes with another URL than their row: ${count}. See 'targetUrl' in the output.`,
	/**
	 * A hint. Batches only take a name and a URL.
	 *
	 * Without colors, logo, margin, size and error correction, 50 QR codes take one request.
	 */
	oneByOne: (count: string) =>
		`${count} QR codes have a design, so each takes its own request instead of a place in a batch`,
	/**
	 * A hint, also of a single QR code. Cameras see light and dark only. The QR codes are created.
	 *
	 * Black on white is the safest. See [Readable QR codes](qr-readability.md).
	 */
	lowContrast: (count: number, total: number, ratio: number) =>
		`${mayNotScan(count, total)} contrast below ${ratio}:1. Make 'Foreground' darker or 'Background' lighter.`,
	/**
	 * A hint. Many scanners look for dark squares on a light background. The QR codes are created.
	 *
	 * Swap the two colors. See [Readable QR codes](qr-readability.md).
	 */
	lightOnDark: (count: number, total: number) =>
		`${mayNotScan(count, total)} light on dark. Make 'Foreground' the darker color.`,
	/**
	 * A hint. The logo covers a part of the pattern, and Low can restore only little of it. The QR codes are created.
	 *
	 * See [Readable QR codes](qr-readability.md).
	 */
	logoCovers: (count: number, total: number) =>
		`${mayNotScan(count, total)} a logo with low 'Error Correction'. Choose High, so that what the logo covers can be restored.`,
	/**
	 * A hint. The squares are too small for a camera that is slightly out of focus. The QR codes are created.
	 *
	 * Raise 'Image Size (Pixels)' or 'Size (Pixels)', or lower 'Margin' down to 4. See [Readable QR codes](qr-readability.md).
	 */
	tooSmall: (count: number, total: number, pixels: number) =>
		`${mayNotScan(count, total)} squares smaller than ${pixels} pixels. Choose a larger size, or the format SVG or PDF.`,
} satisfies Messages;

/** Subscribers of bio pages. */
export const subscribers = {
	/** The export returned something else. */
	noCsv: {
		message: 'Link Platform returned no CSV file',
		description: 'Try again, or use Subscriber > Get Many',
	},
	/** The file is incomplete, or has a quotation mark too many. */
	csvIncomplete: (line: number) => ({
		message: `The CSV file ends inside a quoted value that starts in line ${line}`,
		description:
			"Try again. If it keeps happening, set 'Output As' to 'Binary File' and check the file",
	}),
} satisfies Messages;

/** Waiting for an event. */
export const waits = {
	/** n8n checks once a minute which waits are over, so a shorter time is not possible. */
	outOfRange: (field: string, time: string, unitField: string) => ({
		message: `'${field}' must be between 2 minutes and 365 days (got ${time})`,
		description: `Correct '${field}' or '${unitField}'`,
	}),
	/** The response has no counter, so it isn't known whether the link was clicked or the QR code was scanned before. The webhook was deleted again. */
	counterMissing: (counter: string, field: string) => ({
		message: `Link Platform didn't return the number of ${counter}`,
		description: `Set '${field}' to 'Wait for the Next One'`,
	}),
	/** What is waited for, in the editor's text "Waiting for …". */
	clickOn: (url: string) => `a click on ${url}`,
	/** The same. */
	clickOnLink: (id: string) => `a click on link ${id}`,
	/** The same. */
	scanOf: (name: string) => `a scan of ${name}`,
	/** The same. */
	scanOfQrCode: (id: string) => `a scan of QR code ${id}`,
	/** The same. */
	anyEvent: 'any event',
	/** The same. */
	oneOf: (count: number) => `one of ${count} events`,
} satisfies Messages;

/** Ensure Active. */
export const webhooks = {
	/** 'URL' has no scheme, or is not a URL at all. */
	invalidUrl: {
		message: "'URL' is not a valid URL",
		description:
			'Enter the Production URL of a Link Platform Trigger, e.g. https://n8n.example.com/webhook/4f1c',
	},
	/**
	 * A hint. The URL begins with http://.
	 *
	 * Put n8n behind a reverse proxy with TLS, and set `N8N_WEBHOOK_URL`.
	 */
	notEncrypted:
		'The URL is not encrypted, so others can read the events in transit, and Link Platform may refuse it. Use https.',
} satisfies Messages;

import type { Messages } from '../../api/fill';

const CHOOSE =
	"Under 'If Name Exists', choose whether to keep this QR code, change where it leads, or create another one";

/** Messages about QR codes and their images. */
export const qrCodeMessages = {
	noLinkTold: {
		message:
			"Link Platform doesn't say which link this QR code uses, so its target can't be changed",
		description:
			'Create a link, and a QR code for its short URL. You can then change where scans go with Link > Update',
	},
	leadsToItself: {
		message:
			'{url} is the short URL of the QR code "{name}", so scans would be redirected endlessly',
		description: 'Enter the URL of the page that scans are meant to open',
	},
	otherTarget:
		'Link Platform stored the URL "{asked}" as "{stored}". Check where scans lead, and enter the URL as stored, or later runs take it for another one',
	restChanged: 'The other fields of the QR code were changed',
	unknownShortUrl: {
		message: 'No QR code has the short URL {url} ({count} read)',
		description: "Check the URL. If it belongs to a link, use the resource 'Link'",
	},
	sharedShortUrl: {
		message: '{count} QR codes have the short URL {url}',
		description: 'Choose one of them from the list, or enter its ID',
	},
	rowsUnusable: {
		message: "{bad} of {count} rows can't be used; nothing was created. {rows}",
		description:
			"Correct these rows, or set 'On Error' in the node's settings to continue with the other rows",
	},
	allRowsEmpty: {
		message: 'All rows are empty',
		description: 'Check the node that reads the rows',
	},
	rowsEmpty: 'Empty rows skipped: {count}',
	runAgain: 'Run all rows again: existing QR codes are kept, so only the missing ones are created',
	runAgainKeeping:
		"Before you run the rows again, set 'If Name Exists' to keep existing QR codes, so that nothing is created twice",
	overQuota: {
		reason: 'plan',
		message:
			'Your plan has room for {remaining} of these {count} QR codes ({used} of {limit} used)',
		description:
			'Delete QR codes that you no longer need, or upgrade the plan. Account > Check Quota shows what is left',
	},
	resultMissing: {
		message: 'Link Platform returned no result for "{name}"',
		description:
			'The QR code may have been created, perhaps under another name. Look for it in your Link Platform account before you retry',
	},
	idMissing: {
		message: '"{name}" was created without an image: Link Platform didn\'t return its ID',
		description:
			'Find the QR code with QR Code > Get Many, and get its image with QR Code > Download',
	},
	imageRefused: "'Image Size (Pixels)' is {size}: {reason}",
	imageMissing: 'The QR code exists (ID {id}), but its image is missing. {again}',
	imageByDownload: 'Get the image with QR Code > Download instead of creating the QR code again',
	tooLargeForAgent:
		"The image is too large for an AI agent. Request it again as PNG with 'Image Size (Pixels)' of 300 or less, or use the URL.",
	noImage: {
		message: 'Link Platform returned no {image}',
		description: "Try again. If it keeps happening, choose another 'Format'",
	},
	batchMayExist:
		"Some QR codes of this batch may have been created. Set 'If Name Exists' to an option that keeps existing codes, then retry",
	oneByOne: "Set 'Batch Size' to 1, so that only the row that Link Platform can't process fails",
	nothingCreated: 'Nothing was created or changed for this row',
	leadsElsewhere: {
		message: 'The QR code "{name}" exists and leads to {url}',
		description: CHOOSE,
	},
	severalElsewhere: {
		message: '{count} QR codes are called "{name}" and lead to {url}',
		description: CHOOSE,
	},
	targetUnknown: {
		message: 'The QR code "{name}" exists, and Link Platform doesn\'t say where it leads',
		description: "Choose Keep It or Create Another under 'If Name Exists'",
	},
	severalNamed: {
		message: 'Several QR codes are called "{name}", but none is known to lead to the row\'s URL',
		description: "Give them different names, or choose Create Another under 'If Name Exists'",
	},
	linkShared: {
		message: 'QR codes that share the short URL of "{name}" would lead there, too: {names}',
		description:
			'To change them all, use Link > Update, or Create Many with a row with this URL for each of them, and no other QR code of these names',
	},
	linkUsersHidden: {
		message:
			"Link Platform's list of QR codes doesn't show which other QR codes use the link of \"{name}\", so its target can't be changed",
		description: 'Use Link > Update if all QR codes with this link may lead to the new URL',
	},
	namesHidden: {
		message: "Link Platform's list of QR codes shows no names, so existing ones can't be found",
		description: "Choose Create Another under 'If Name Exists', and run each row only once",
	},
	notCreated: {
		message: 'Link Platform returned an existing QR code (ID {id}) instead of creating "{name}"',
		description: 'Give the row another name',
	},
	otherNames: 'It returned QR codes with other names: {names}',
	outcome: 'QR codes: {outcome}',
	created: '{count} created',
	existed: '{count} already existed',
	withoutImage: '{count} without image',
	failed: '{count} failed',
	left: '{count} left',
	updated: '{count} with a new target',
	keptElsewhere: "Kept QR codes that don't lead to the URL of their row: {count}, e.g. {example}",
	keptUnproved:
		"Kept QR codes of which Link Platform doesn't say where they lead, only that their target contains the URL of the row: {count}, e.g. {example}",
	namesReplaced:
		'QR codes whose names Link Platform stored differently: {count}, e.g. {example}. Use the stored names if more than HTML entities or tags differ, or each run makes other QR codes',
	twins: 'Rows that share a name, but not the URL, have a QR code each: {count}, e.g. {example}',
	createdAnother:
		'QR codes created although there is already one with the same name and another target: {count}, e.g. {example}',
	targetsReplaced:
		'QR codes whose URLs Link Platform stored differently: {count}, e.g. {example}. Check where scans lead, and enter the URLs as stored, or later runs take them for others',
	sameName: {
		message: 'Several rows are called "{name}" and have different URLs',
		description:
			"One QR code leads to one URL. Give the rows different names, or choose Create Another under 'If Name Exists'",
	},
	sameRow: {
		message: 'Several rows are called "{name}" and have the same URL, but different designs',
		description:
			"Rows with one name and one URL share a QR code. Give them different names, or choose Create Another under 'If Name Exists'",
	},
	mayNotScan:
		"QR codes that may not scan: {count} of {total}. Make 'Foreground Color' much darker than 'Background Color', and set 'Margin' to 4 or more. If there is a logo, also set 'Error Correction' to High and 'Size in Account' to 300 pixels or more",
} as const satisfies Messages;

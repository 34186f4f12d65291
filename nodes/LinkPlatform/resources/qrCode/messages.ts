import type { Messages } from '../../api/fill';

const TRY_OTHER_FORMAT = "Try again. If it keeps happening, choose another 'Format'";

/** QR codes and their images. */
export const qrCodeMessages = {
	rowRefused: {
		message: 'Link Platform refused this row',
		description: "Check 'Name' and 'URL' of this item",
		meaning: 'One row of a batch was refused without an explanation. The other rows are done.',
	},
	resultMissing: {
		message: 'The result for "{name}" is missing from the response',
		description: "It may have been created. Turn on 'Skip Existing' before you retry this item",
		meaning:
			'The response to a batch has no entry that clearly belongs to this row, e.g. because it is shorter than the batch.',
	},
	notCreated: {
		message: 'Link Platform didn\'t create "{name}", and gave no reason',
		description: "Check 'Name' and 'URL' of this item",
		meaning:
			'The response to a batch has no result for this row, and the account has no such QR code. The other rows are done.',
	},
	lookUpFailed: {
		message: "Whether it was created couldn't be looked up: {reason}",
		meaning:
			'Added where Link Platform refused a batch because of a row, and the list of QR codes could not be read, e.g. because the key may only write.',
		advice:
			'With a key that may read QR codes (`qr:read`), the other rows are created by themselves.',
	},
	idMissing: {
		message: '"{name}" was created without an image: Link Platform didn\'t return its ID',
		description: 'Find it with QR Code > Get Many, and use QR Code > Download',
		meaning: 'The image is downloaded by the ID, and the response had none.',
	},
	imageMissing: {
		message:
			'The QR code exists (ID {id}), only its image is missing. Use QR Code > Download instead of creating it again. {advice}',
		meaning:
			'Put before what to do where the QR code was created, but its image is missing. Creating it again would make a second one.',
		advice: 'Connect QR Code > Download to the error output, with this ID.',
	},
	tooLargeForAgent: {
		message:
			"The image is too large for an AI agent. Request it again as PNG with 'Image Size (Pixels)' of 300 or less, or use the URL.",
		meaning:
			'The `note` of a tool. A tool returns images as text of at most 16,000 characters. The record is in the output all the same.',
		advice:
			"Set 'Format' and 'Image Size (Pixels)' in the tool, or have the agent use the short URL.",
	},
	noImage: {
		message: 'Link Platform returned no image',
		description: TRY_OTHER_FORMAT,
		meaning: "Link Platform can't make this kind of image, or failed to.",
	},
	otherFormat: {
		message: 'Link Platform returned no {format} image',
		description: TRY_OTHER_FORMAT,
		meaning: 'The same, or an image in another format.',
	},
	textInstead: {
		message: '{message}, but: {text}',
		meaning: 'The same, with the text that came instead.',
	},
	emptyImage: {
		message: 'Link Platform returned an empty file instead of an image',
		description: TRY_OTHER_FORMAT,
		meaning: "The image was not ready, or couldn't be made.",
	},
	batchMayExist: {
		message:
			"Some QR codes of this batch may have been created. Turn on 'Skip Existing' before you retry",
		meaning:
			'Added where Link Platform refused a whole batch without saying which row it was about. It may have created the rows before that one, or some until a quota was used up.',
		advice:
			"Correct the row, turn on 'Skip Existing', and run all rows again. Only what is missing is created.",
	},
	nothingCreated: {
		message: "Nothing was created for this row, because 'Skip Existing' couldn't look it up",
		meaning:
			"Added where a name couldn't be looked up. Without that, the row might get a second QR code.",
		advice:
			'Run the rows again. If the first line is about permissions, the API key needs the scope `qr:read`.',
	},
	firstRowFailed: {
		message: 'The first row with this name and URL failed: {message}',
		meaning:
			"With 'Skip Existing', rows with the same name and URL share one QR code: that of the first.",
		advice: 'Correct the first row.',
	},
	skipped: {
		message: 'QR codes: {created} created, {existed} already existed',
		meaning:
			"A hint with the result of 'Skip Existing'. Items of skipped rows hold the existing QR code, with `created: false`.",
	},
	otherTarget: {
		message:
			'Created although the account has QR codes of the same name that lead elsewhere: {count}',
		meaning:
			"A hint of 'Skip Existing'. The name belongs to a QR code with another target, e.g. because a URL in the sheet has changed since. That one still leads where it did.",
		advice:
			'To have the old QR code lead to the new URL, update its link instead, and delete the new one.',
	},
	sameName: {
		message:
			'Several rows are named "{name}", and Link Platform doesn\'t show which QR codes lead where',
		description:
			"Give the rows different names, or turn off 'Skip Existing' to create new QR codes",
		meaning:
			"'Skip Existing' found QR codes of that name, but neither the list nor the QR codes themselves have their targets.",
	},
	oneByOne: {
		message:
			'{count} QR codes have a design, so each takes its own request instead of a place in a batch',
		meaning: 'A hint. Batches only take a name and a URL.',
		advice:
			'Without colors, logo, margin, size and error correction, 50 QR codes take one request.',
	},
	lowContrast: {
		message:
			"{count} of {total} QR codes may not scan: contrast below {ratio}:1. Make 'Foreground' darker or 'Background' lighter.",
		meaning:
			'A hint, also of a single QR code. Cameras see light and dark only. The QR codes are created.',
		advice: 'Black on white is the safest. See [Readable QR codes](qr-readability.md).',
	},
	lightOnDark: {
		message:
			"{count} of {total} QR codes may not scan: light on dark. Make 'Foreground' the darker color.",
		meaning:
			'A hint. Many scanners look for dark squares on a light background. The QR codes are created.',
		advice: 'Swap the two colors. See [Readable QR codes](qr-readability.md).',
	},
	logoCovers: {
		message:
			"{count} of {total} QR codes may not scan: a logo with low 'Error Correction'. Choose High, so that what the logo covers can be restored.",
		meaning:
			'A hint. The logo covers a part of the pattern, and Low can restore only little of it. The QR codes are created.',
		advice: 'See [Readable QR codes](qr-readability.md).',
	},
	tooSmall: {
		message:
			'{count} of {total} QR codes may not scan: squares smaller than {pixels} pixels. Choose a larger size, or the format SVG or PDF.',
		meaning:
			'A hint. The squares are too small for a camera that is slightly out of focus. The QR codes are created.',
		advice:
			"Raise 'Image Size (Pixels)' or 'Size (Pixels)', or lower 'Margin' down to 4. See [Readable QR codes](qr-readability.md).",
	},
} as const satisfies Messages;

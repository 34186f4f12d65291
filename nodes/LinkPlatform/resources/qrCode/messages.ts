import type { Messages } from '../../api/fill';

const TRY_OTHER_FORMAT = "Try again. If it keeps happening, choose another 'Format'";

/** QR codes and their images. */
export const qrCodeMessages = {
	rowsUnusable: {
		message: "{bad} of {count} rows can't be used; nothing was created. {rows}",
		description:
			"Correct these rows, or set 'On Error' in the node's settings to continue with the other rows",
		meaning:
			'All rows are checked before anything is sent. Rows are counted from 1, or by the sheet if the input has a field `row_number`.',
	},
	rowUnusable: {
		message: 'Row {row} ({name}): {message}',
		meaning: 'Part of the message above.',
	},
	namelessRow: { message: 'Row {row}: {message}', meaning: 'The same for a row without a name.' },
	moreRows: { message: 'And {count} more', meaning: 'The same, after the first ten rows.' },
	stopped: {
		message: '{message}. {outcome}; {missing} of {count} rows are left. {again}',
		meaning:
			"A run with 'On Error' set to stop ended in the middle. The message says what was created before that.",
	},
	runAgain: {
		message:
			"You can run all rows again: 'Skip Existing' is on, so only what is missing is created",
		meaning: 'Part of the message above.',
	},
	runAgainSkipping: {
		message: "Turn on 'Skip Existing' before you run them again, so that nothing is created twice",
		meaning: 'The same, without Skip Existing.',
	},
	overQuota: {
		message:
			'Your plan has room for {remaining} of these {count} QR codes ({used} of {limit} used)',
		description:
			'Delete QR codes that you no longer need, or upgrade the plan. Account > Check Quota shows what is left',
		meaning:
			"The usage of the account is read before more than one QR code is created. As many as fit are created, the first rows first; with 'On Error' set to stop, none.",
	},
	checkQuota: {
		message: 'Account > Check Quota shows how many QR codes your plan has left',
		meaning: 'Added if Link Platform refused a batch because of the plan or its quota.',
	},
	duration: {
		message: 'QR codes: {requests} requests, about {time} at {limit} requests a minute',
		meaning:
			"In n8n's log when a run of Create Many begins that takes longer than a minute, and in the browser's console if you started it in the editor.",
	},
	waitsInLine: {
		message: 'Waiting for another run of Create Many with this API key',
		meaning:
			"In the same places. With 'Skip Existing', runs create their QR codes one after the other: otherwise both would create what neither finds yet.",
		advice: 'If runs of a schedule often overlap, start it less often.',
	},
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
		description:
			"Check 'Name' and 'URL' of this item. It may have been created all the same if new QR codes are listed late: turn on 'Skip Existing' before you retry it",
		meaning:
			'The response to a batch has no result for this row, and the account has no such QR code. The other rows are done.',
	},
	lookUpFailed: {
		message: "Whether it was created couldn't be looked up: {reason}",
		meaning:
			'Added if Link Platform refused a batch because of a row, and the list of QR codes could not be read, e.g. because the key may only write.',
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
			'Comes before what to do if the QR code was created, but its image is missing. Creating it again would make a second one.',
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
			'Added if Link Platform refused a whole batch without saying which row it was about. It may have created the rows before that one, or some until a quota was used up.',
		advice:
			"Correct the row, turn on 'Skip Existing', and run all rows again. Only what is missing is created.",
	},
	nothingCreated: {
		message: "Nothing was created for this row, because 'Skip Existing' couldn't look it up",
		meaning:
			"Added if a name couldn't be looked up. Without that, the row might get a second QR code.",
		advice:
			'Run the rows again. If the first line is about permissions, the API key needs the scope `qr:read`.',
	},
	firstRowFailed: {
		message: 'The first row with this name and URL failed: {message}',
		meaning:
			"With 'Skip Existing', rows with the same name and URL share one QR code: that of the first.",
		advice: 'Correct the first row.',
	},
	outcome: {
		message: 'QR codes: {outcome}',
		meaning:
			'A hint with the result of a run: how many were created, existed already and failed, and how long it paused for the rate limit. Items of rows whose QR code existed hold that one, with `created: false`.',
	},
	created: { message: '{count} created', meaning: 'Part of the hint above.' },
	existed: { message: '{count} already existed', meaning: 'The same.' },
	failed: { message: '{count} failed', meaning: 'The same.' },
	pausedSeconds: { message: 'paused {time} s for the rate limit', meaning: 'The same.' },
	pausedMinutes: { message: 'paused {time} min for the rate limit', meaning: 'The same.' },
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
			"{count} of {total} QR codes may not scan: contrast below {ratio}:1. Make 'Foreground Color' darker or 'Background Color' lighter.",
		meaning:
			'A hint, also of a single QR code. Cameras see light and dark only. The QR codes are created.',
		advice: 'Black on white is the safest. See [QR codes that scan](qr-readability.md).',
	},
	lightOnDark: {
		message:
			"{count} of {total} QR codes may not scan: light on dark. Make 'Foreground Color' the darker one.",
		meaning:
			'A hint. Many scanners look for dark squares on a light background. The QR codes are created.',
		advice: 'Swap the two colors. See [QR codes that scan](qr-readability.md).',
	},
	logoCovers: {
		message:
			"{count} of {total} QR codes may not scan: a logo with low 'Error Correction'. Choose High, so that what the logo covers can be restored.",
		meaning:
			'A hint. The logo covers a part of the pattern, and Low can restore only little of it. The QR codes are created.',
		advice: 'See [QR codes that scan](qr-readability.md).',
	},
	tooSmall: {
		message:
			'{count} of {total} QR codes may not scan: squares smaller than {pixels} pixels. Choose a larger size, or the format SVG or PDF.',
		meaning:
			'A hint. The squares are too small for a camera that is slightly out of focus. The QR codes are created.',
		advice:
			"Raise 'Image Size (Pixels)' or 'Size in Account (Pixels)', or lower 'Margin' down to 4. See [QR codes that scan](qr-readability.md).",
	},
} as const satisfies Messages;

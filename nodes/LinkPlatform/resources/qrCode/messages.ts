import type { Messages } from '../../api/fill';

/** QR codes and their images. */
export const qrCodeMessages = {
	noLinkTold: {
		message: "Link Platform doesn't tell the link behind this QR code, so it can't lead elsewhere",
		description:
			'Create a link, and a QR code of its short URL: Link > Update then changes where its scans lead',
	},
	rowsUnusable: {
		message: "{bad} of {count} rows can't be used; nothing was created. {rows}",
		description:
			"Correct these rows, or set 'On Error' in the node's settings to continue with the other rows",
	},
	runAgain: {
		message: "Run all rows again: 'Skip Existing' is on, so only what is missing is created",
	},
	runAgainSkipping: {
		message: "Turn on 'Skip Existing' before you run them again, so that nothing is created twice",
	},
	overQuota: {
		message:
			'Your plan has room for {remaining} of these {count} QR codes ({used} of {limit} used)',
		description:
			'Delete QR codes that you no longer need, or upgrade the plan. Account > Check Quota shows what is left',
	},
	waitsInLine: { message: 'Waiting for another run with this API key' },
	resultMissing: {
		message: 'Link Platform returned no result for "{name}"',
		description:
			'It may have been created, perhaps under another name. Look for it in your account before you retry it',
	},
	idMissing: {
		message: '"{name}" was created without an image: Link Platform didn\'t return its ID',
		description: 'Find it with QR Code > Get Many, and use QR Code > Download',
	},
	imageMissing: { message: 'The QR code exists (ID {id}), only its image is missing. {again}' },
	imageByDownload: { message: 'Use QR Code > Download instead of creating it again' },
	tooLargeForAgent: {
		message:
			"The image is too large for an AI agent. Request it again as PNG with 'Image Size (Pixels)' of 300 or less, or use the URL.",
	},
	noImage: {
		message: 'Link Platform returned no {kind}',
		description: "Try again. If it keeps happening, choose another 'Format'",
	},
	textInstead: { message: '{message}, but: {text}' },
	batchMayExist: {
		message: "Some QR codes of this batch may have been created. Retry with 'Skip Existing' on",
	},
	nothingCreated: {
		message: "Nothing was created for this row, because 'Skip Existing' couldn't look it up",
	},
	outcome: { message: 'QR codes: {outcome}' },
	created: { message: '{count} created' },
	existed: { message: '{count} already existed' },
	existedByName: { message: '{count} of the same name already existed' },
	withoutImage: { message: '{count} without image' },
	failed: { message: '{count} failed' },
	left: { message: '{count} left' },
	otherName: {
		message:
			"Link Platform gave QR codes another name than the one asked for, so 'Skip Existing' won't find them",
	},
	otherTarget: {
		message:
			'Created although the account has QR codes of the same name that lead elsewhere: {count}',
	},
	sameName: {
		message:
			'Several rows are named "{name}", and Link Platform doesn\'t show which QR codes lead where',
		description:
			"Give the rows different names, or turn off 'Skip Existing' to create new QR codes",
	},
	lowContrast: {
		message:
			"{count} of {total} QR codes may not scan: too little contrast. Make 'Foreground Color' much darker than 'Background Color'.",
	},
	noQuietZone: {
		message:
			"{count} of {total} QR codes may not scan: 'Margin' below 4. Leave an empty border of 4 squares.",
	},
	logoCovers: {
		message:
			"{count} of {total} QR codes may not scan: a logo, and 'Error Correction' below High or fewer than 300 pixels. The logo covers part of the pattern.",
	},
} as const satisfies Messages;

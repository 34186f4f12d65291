import type { Messages } from '../api/fill';

const ENTER_BASE_URL = 'Enter the base URL of your Link Platform, e.g. https://links.example.com';
const CORRECT_SETTING = "Correct it under 'Advanced' in the credential";

/** Messages about unusable fields of the credential. They never quote a value, because it may be a secret. */
export const credentialMessages = {
	invalidUrl: {
		message: "'{field}' in the credential is not a valid URL",
		description: ENTER_BASE_URL,
	},
	keyAsUrl: {
		message: "'{field}' in the credential contains the API key",
		description: `${ENTER_BASE_URL}. If others may have seen the key, create a new one`,
	},
	urlAsKey: {
		message: "'API Key' in the credential contains a URL",
		description:
			"Enter the key from your account settings in 'API Key', and the base URL in 'API URL'",
	},
	noKey: {
		message: "'API Key' in the credential is empty",
		description:
			'Enter the key from your account settings. If the key comes from an expression, check that this item has a key',
	},
	invalidKey: {
		message: "'API Key' in the credential must be one line of text",
		description: 'Copy the key again from your account settings, or correct the expression',
	},
	notResolved: {
		message: 'An expression in the credential failed for this item: {reason}',
		description: 'Correct the expressions in the credential, or the data that they read',
	},
	needsItem: {
		message:
			"The credential's expressions need an input item. Lists in the editor, triggers and waiting executions don't have one",
		description:
			'Enter an ID or a URL instead of choosing from a list. Triggers and operations that wait must use a credential without these expressions, e.g. one credential per client',
	},
	notWhole: {
		message: "'{field}' in the credential must be a whole number",
		description: CORRECT_SETTING,
	},
	tooSmall: {
		message: "'{field}' in the credential must be {least} or more",
		description: CORRECT_SETTING,
	},
	tooLarge: {
		message: "'{field}' in the credential must be {most} or less",
		description: CORRECT_SETTING,
	},
} as const satisfies Messages;

/** Messages that only the credential test shows. */
export const credentialTestMessages = {
	keptScopes:
		'If you restricted the key to other scopes on purpose, save the credential anyway: it works for those scopes',
} as const satisfies Messages;

/** Messages about n8n's own address. */
export const publicAddressMessages = {
	unreachable: {
		message: "Link Platform can't reach n8n at {address}",
		description:
			"If 'API URL' in the credential is misspelled, correct it first. Set n8n's environment variable N8N_WEBHOOK_URL to its public address, e.g. https://n8n.example.com/, then publish or run the workflow again. If n8n has no public address, use the Link Platform Polling Trigger",
	},
} as const satisfies Messages;

/** Messages about the time that publishing, unpublishing and the hourly check may take. */
export const publicationMessages = {
	outOfTime: {
		reason: 'unreachable',
		message: "Link Platform didn't respond in time",
		description: 'Check whether Link Platform is available, and try again',
	},
} as const satisfies Messages;

/** Messages about pausing an execution. */
export const pausingMessages = {
	notAsTool: {
		message: "An AI agent can't use this operation as a tool",
		description:
			'Use it in a regular node of the workflow instead, because a tool has to respond right away',
	},
	oneItem: {
		message: 'This operation can wait for only one item at a time (got {count})',
		description:
			'To wait for one item after another, use Loop Over Items. To wait for all at the same time, use Execute Sub-workflow to start one execution per item without waiting for it to finish',
	},
	waiting: 'Waiting for {event} until {time}',
} as const satisfies Messages;

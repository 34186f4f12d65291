import type { Messages } from '../api/fill';

const ENTER_BASE_URL = 'Enter the base URL of your Link Platform, e.g. https://links.example.com';
const CORRECT_SETTING = "Correct it under 'Advanced' in the credential";
const TRY_OTHER_HEADER =
	"change 'Send Key As' under 'Advanced' from Bearer Token to X-API-Key Header, or the other way round";
const SET_WEBHOOK_URL =
	"Set n8n's environment variable N8N_WEBHOOK_URL to its public address, e.g. https://n8n.example.com/, then publish or run the workflow again";
const POLL_INSTEAD = 'If it has none, use the Link Platform Polling Trigger';

/** Fields of the credential. Their values may be secrets, so no message quotes them. */
export const credentialMessages = {
	invalidUrl: {
		message: "'{field}' in the credential is not a valid URL",
		description: ENTER_BASE_URL,
		meaning:
			'The field is empty, contains a space or another invalid character, or begins with another scheme than `http` or `https`.',
	},
	keyAsUrl: {
		message: "'{field}' in the credential contains the API key",
		description: `${ENTER_BASE_URL}. If others may have seen the key, create a new one`,
		meaning: 'The key was pasted into the field of an address.',
	},
	urlAsKey: {
		message: "'API Key' in the credential contains a URL",
		description:
			"Enter the key from your account settings in 'API Key', and the base URL in 'API URL'",
		meaning: 'The two fields are swapped, or the address was pasted twice.',
	},
	noKey: {
		message: "'API Key' in the credential is empty",
		description:
			'Enter the key from your account settings. If it comes from an expression, check that this item has one',
		meaning: 'The field is empty, or its expression returns nothing for the item.',
	},
	invalidKey: {
		message: "'API Key' in the credential must be one line of text",
		description: 'Copy the key again from your account settings, or correct the expression',
		meaning:
			'An expression returns an object or a list, or the key contains a line break or a character that no key has.',
		advice: '`{{ $json.clientKey.trim() }}` removes space and line breaks around a key.',
	},
	notResolved: {
		message: "The credential's expressions fail for this item: {reason}",
		description: 'Correct the expressions in the credential, or the data that they read',
		meaning: 'n8n could not evaluate an expression in the credential for the item.',
	},
	needsItem: {
		message:
			"The credential's expressions read the input item, but there is none for the editor's lists, triggers and waiting executions",
		description:
			'Where you choose from a list, enter an ID or a URL instead. For a trigger, or an operation that waits, use a credential without such expressions, e.g. one for each client',
		meaning: 'An expression such as `{{ $json.clientKey }}` works only where there are items.',
		advice: '`$vars` and `$secrets` work everywhere.',
	},
	notWhole: {
		message: "'{field}' in the credential must be a whole number",
		description: CORRECT_SETTING,
		meaning: 'An expression returns something else.',
	},
	tooSmall: {
		message: "'{field}' in the credential must be {least} or more",
		description: CORRECT_SETTING,
		meaning: 'An expression returns a smaller number.',
	},
	tooLarge: {
		message: "'{field}' in the credential must be {most} or less",
		description: CORRECT_SETTING,
		meaning: 'An expression returns a larger number.',
	},
} as const satisfies Messages;

/** The test of the credential. n8n allows only fixed texts, so each names all possible reasons. */
export const credentialTestMessages = {
	keyRejected: {
		message: `API key rejected. Check 'API Key'. If the key is right, ${TRY_OTHER_HEADER}.`,
		meaning: 'Link Platform rejected the key.',
		advice:
			'Copy the key again from your account settings. If it is right, turn on **Advanced** and try the other option.',
	},
	noPermission: {
		message:
			"This API key can't read the account. Use a key with the read scope of the account, or a key without scopes. If that fails too, your plan may not include the API.",
		meaning: "The key works, but it can't read your account, which the test does.",
		advice:
			'If the key is meant for less, save the credential. It works for what its scopes allow.',
	},
	noAccount: {
		message: `Link Platform didn't return an account. Check 'API URL' (the base URL of the API, with a path such as /v1 if it has one) and 'API Key'. If both are right, ${TRY_OTHER_HEADER}.`,
		meaning: 'A server responded, but not with an account.',
		advice:
			'Open the API URL in a browser to see what it leads to. The addresses of the website and of the API can differ.',
	},
	redirected: {
		message:
			"Link Platform redirects to another address. The key was not sent there. Enter that address as 'API URL'.",
		meaning:
			'The response was a redirect. It was not followed, because the key would have been sent along.',
		advice: 'Often only `http` has to become `https`, or `www.` be added.',
	},
} as const satisfies Messages;

/** The address of n8n itself. */
export const publicAddressMessages = {
	unreachable: {
		message: "Link Platform can't reach n8n at {address}",
		description: `${SET_WEBHOOK_URL}. ${POLL_INSTEAD}`,
		meaning:
			"n8n's own address exists on this machine or in its own network only, such as `http://localhost:5678`, `http://192.168.1.20:5678` or `http://n8n:5678`, so Link Platform couldn't deliver events. Nothing was subscribed.",
		advice:
			'[n8n at home](n8n-on-a-laptop.md) says what works without a public address, and how to get one.',
	},
	setWebhookUrl: {
		message: SET_WEBHOOK_URL,
		meaning:
			'Added to other texts if the address of n8n begins with http://. Many servers only deliver to https:// addresses.',
	},
} as const satisfies Messages;

/** Pausing the execution. */
export const pausingMessages = {
	notAsTool: {
		message: "An AI agent can't use this operation as a tool",
		description:
			'A tool has to respond at once. Use the operation in a node of the workflow instead',
		meaning: 'An agent waits for the result of a tool, and the event may come in days.',
	},
	oneItem: {
		message: 'This operation waits for one item at a time (got {count})',
		description:
			'To wait for one item after another, use Loop Over Items. To wait for all at the same time, start one execution per item with Execute Sub-workflow, without waiting for its completion',
		meaning: 'n8n pauses the whole execution, and one event resumes it. Nothing was sent.',
	},
	waiting: {
		message: 'Waiting for {event}, until {time}',
		meaning:
			'Shown in the editor. The execution is paused until the event happens or the time is over.',
		advice: 'Make the event happen, e.g. visit the link, or stop the execution.',
	},
} as const satisfies Messages;

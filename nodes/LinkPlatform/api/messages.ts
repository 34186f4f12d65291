import type { Messages } from './fill';

const CHECK_API_URL = "Check 'API URL' in the credential";
const IF_IT_KEEPS_HAPPENING = 'Try again. If it keeps happening,';
const KEY_REJECTED = 'API key rejected';
const MAY_BE_DONE = 'Check before you retry: the request may still have gone through';
const STOPPED = 'Stopped because of the rate limit after waiting {seconds} s';

/** Messages for an API key that is rejected or lacks a permission. */
export const keyMessages = {
	rejected: {
		reason: 'key',
		message: KEY_REJECTED,
		description:
			"Check 'API Key' in the credential. If the key is right, choose the other option of 'Send Key As' under 'Advanced'. The legacy API may not accept keys of the current API",
	},
	rejectedBecause: { reason: 'key', message: `${KEY_REJECTED}: {reason}` },
	noPermission: {
		reason: 'key',
		message: "This API key doesn't have permission for this operation",
		description:
			'Use a key with the scope for this resource (e.g. qr:read or qr:write), or a key without scopes, which has full access. The legacy API requires a key without scopes. If that fails too, your plan may not include this operation',
	},
	otherReason: {
		message: "Link Platform doesn't allow this request",
		description:
			"Read the reason that Link Platform gave. If it isn't clear, contact Link Platform support",
	},
	invalidCharacter: {
		message: 'The API key or another header of the request contains an invalid character',
		description: "Re-enter 'API Key' in the credential, without line breaks or spaces",
	},
} as const satisfies Messages;

/** Messages for unusable IDs, which would become part of a URL path. */
export const idMessages = {
	missing: {
		reason: 'input.empty',
		message: "'{field}' is empty",
		description: "Choose a record in '{field}', or enter its ID",
	},
	invalid: {
		message: '\'{field}\' is not a valid ID (got "{id}")',
		description: "Enter the ID of the record in '{field}'",
	},
} as const satisfies Messages;

/** Messages for refused requests and unusable responses. */
export const responseMessages = {
	refused: {
		message: 'Link Platform refused the request (status {status})',
		description: 'Correct the value shown above, or check every field if none is shown',
	},
	notInPlan: {
		reason: 'plan',
		message: "Your plan doesn't allow this operation",
		description:
			"Upgrade the plan, or delete records you no longer need: the plan doesn't include this operation, or one of its quotas is used up. To see the remaining quotas, run Account > Check Quota",
	},
	notFound: {
		reason: 'notFound',
		message: 'Record not found',
		description:
			"Check the ID. To see which records exist, run Get Many. If that fails too, check 'API URL' and 'Legacy API URL' in the credential",
	},
	nothingHere: {
		reason: 'unreachable',
		message: 'Nothing found at this address',
		description: `${CHECK_API_URL}, and 'Legacy API URL' under 'Advanced'. Each must be the base URL of an API. Include a path such as /v1 if the API has one, but don't add /api at the end. If other operations work, Link Platform doesn't offer this one`,
	},
	notOffered: {
		message: "Link Platform doesn't offer this operation at this address (status 405)",
		description: CHECK_API_URL,
	},
	aliasTaken: {
		reason: 'link.aliasTaken',
		message: 'A link with this alias already exists',
		description: 'Choose another alias, or change the link that already uses this alias',
	},
	alreadyExists: {
		message: 'A record with this name, alias or slug already exists',
		description: 'Choose another value, or change the record that already uses this value',
	},
	tooLarge: {
		message: 'The request is too large (status 413)',
		description: 'Send a smaller file, or a smaller batch',
	},
	unavailable: {
		reason: 'unreachable',
		message: 'Link Platform is unavailable (status {status})',
		description: 'Try again later. If it keeps happening, contact Link Platform support',
	},
	mayBeDone: MAY_BE_DONE,
	webPage: {
		message: 'Link Platform returned a web page instead of JSON',
		description: `${CHECK_API_URL}. It must be the address of the API, not of the website or a login page`,
	},
	invalid: {
		message: 'Link Platform returned an empty, incomplete or invalid response',
		description: `${IF_IT_KEEPS_HAPPENING} check 'API URL' in the credential, and the proxy between n8n and Link Platform`,
	},
	tooLong: {
		message: "Link Platform's response is too large (more than {megabytes} MB)",
		description: "If the response is a list, turn off 'Return All' and set 'Limit'",
	},
	said: 'Link Platform said: {reason}',
	noList: {
		message: 'Link Platform returned no list',
		description: `${CHECK_API_URL}. The address may belong to an unsupported version of Link Platform`,
	},
	noRecord: {
		message: 'Link Platform returned no record',
		description: `${CHECK_API_URL}, and the ID of the record`,
	},
	noFile: {
		message: 'Link Platform returned no file',
		description: `${IF_IT_KEEPS_HAPPENING} your plan may not include this file`,
	},
	entryRefused: {
		message: 'Link Platform refused this row',
		description: "Check 'Name' and 'URL' of this item",
	},
	noNewRecord: { message: "Link Platform didn't return the new record", description: MAY_BE_DONE },
	notConfirmed: {
		message: "Link Platform didn't confirm that the operation succeeded",
		description: MAY_BE_DONE,
	},
	endlessList: {
		message: 'The list seems endless ({pages} pages read so far)',
		description: "Turn off 'Return All' and set 'Limit'",
	},
	repeatedPage: {
		message: 'Link Platform returned the same page of the list again (page {page})',
		description: 'Try again in a minute',
	},
	redirected: {
		message:
			'Link Platform redirects to {address}. To protect your data, the redirect was not followed with the API key',
		description: "If that address is right, enter it as 'API URL' in the credential",
	},
} as const satisfies Messages;

/** Messages for requests that got no response. */
export const networkMessages = {
	noConnection: {
		message: "Couldn't connect to {host}: {reason}",
		description: `${CHECK_API_URL}, including http:// or https:// at the beginning, and make sure that n8n can reach it`,
	},
	untrusted: {
		message: "Couldn't connect to {host}: TLS certificate not trusted",
		description:
			"Renew the server's certificate, or add it to the certificates that n8n trusts (NODE_EXTRA_CA_CERTS)",
	},
	timedOut: {
		message: 'The request to {host} timed out',
		description: `${IF_IT_KEEPS_HAPPENING} increase 'Timeout (Seconds)' under 'Advanced' in the credential`,
	},
	connectionLost: {
		message: 'The connection to {host} was lost',
		description: `${IF_IT_KEEPS_HAPPENING} check the network between n8n and Link Platform, and whether 'API URL' in the credential has to begin with https://`,
	},
} as const satisfies Messages;

/** Messages for requests that would have to wait too long for the rate limit. */
export const rateLimitMessages = {
	waitedTooLong: {
		message: STOPPED,
		description:
			"Increase 'Max Wait (Seconds)' under 'Advanced' in the credential (now {maximum}), or process fewer items per run. If 'On Error' is set to continue, finished items are kept",
	},
	usedUp: {
		message: STOPPED,
		description: 'Try again in a minute, because other requests have used up the rate limit',
	},
	closed: {
		message: 'Link Platform accepts no requests until {time} UTC',
		description:
			'Run the workflow again after that time. Until then, the node sends no more requests of this kind',
	},
} as const satisfies Messages;

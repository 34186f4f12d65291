import type { Messages } from './fill';

const CHECK_API_URL = "Check 'API URL' in the credential";
const CHECK_KEY = "Check 'API Key' in the credential";
const CHECK_ID = 'Check the ID. Get Many shows the records that exist';
const CHECK_LEGACY_URL =
	"Check 'Legacy API URL' in the credential. Some deployments don't offer the legacy API";
const CHECK_PLAN = 'If that fails too, your plan may not include this operation';
const IF_IT_KEEPS_HAPPENING = 'Try again. If it keeps happening,';
const CHECK_NETWORK = `${IF_IT_KEEPS_HAPPENING} check the network between n8n and Link Platform`;
const CHECK_ADDRESS = `${CHECK_API_URL}, and that n8n can reach it`;
const KEY_REJECTED = 'API key rejected';
const NO_PERMISSION = "This API key doesn't have permission for this operation";
const NOT_FOUND = 'Record not found';
const NOTHING_HERE = 'Nothing found at this address';
const EXPECTS_HTTPS = 'the server expects HTTPS';
const USE_HTTPS = `${CHECK_API_URL}. For this port it may have to begin with https:// instead of http://`;
const MAY_BE_DONE = 'The request may still have gone through. Check before you retry';
const SAID = 'Link Platform said: {reason}';
const STOPPED = 'Stopped after waiting {seconds} s for the rate limit';

/** A key that is rejected or lacks a permission. */
export const keyMessages = {
	rejectedAsBearer: {
		message: KEY_REJECTED,
		description: `${CHECK_KEY}. If the key is right, change 'Send Key As' under 'Advanced' to X-API-Key Header`,
		meaning:
			'The key is mistyped, deleted or expired, or your deployment wants it in the X-API-Key header.',
	},
	rejectedAsHeader: {
		message: KEY_REJECTED,
		description: `${CHECK_KEY}. If the key is right, change 'Send Key As' under 'Advanced' to Bearer Token`,
		meaning:
			'The key is mistyped, deleted or expired, or your deployment wants it as a bearer token.',
	},
	rejectedByLegacy: {
		message: KEY_REJECTED,
		description: `${CHECK_KEY}. The legacy API may not accept keys of the current API`,
		meaning: 'An operation of the legacy API. It always gets the key as a bearer token.',
	},
	rejectedBecause: {
		message: `${KEY_REJECTED}: {reason}`,
		meaning: 'Any of the three above. What follows the colon comes from Link Platform.',
	},
	cannotRead: {
		message: NO_PERMISSION,
		description: `Use a key with the read scope of this resource (written like qr:read), or a key without scopes. ${CHECK_PLAN}`,
		meaning:
			"The key works, but its scopes don't include reading these records, or your plan doesn't. Status 403.",
		advice:
			'Your account lists the scopes that it offers ([Key scopes](../reference/README.md#key-scopes)).',
	},
	cannotWrite: {
		message: NO_PERMISSION,
		description: `Use a key with the write scope of this resource (written like qr:write), or a key without scopes. ${CHECK_PLAN}`,
		meaning:
			"The key works, but its scopes don't include changing these records, or your plan doesn't. Status 403.",
		advice:
			'Your account lists the scopes that it offers ([Key scopes](../reference/README.md#key-scopes)).',
	},
	cannotUseLegacy: {
		message: NO_PERMISSION,
		description: `Use a key without scopes, which has full access. ${CHECK_PLAN}`,
		meaning: 'The same for an operation of the legacy API, which has no scopes.',
	},
	otherReason: {
		message: "Link Platform doesn't allow this",
		description:
			'Follow the reason that Link Platform gives. If it is not clear, ask the support of Link Platform',
		meaning:
			"Status 403 with a reason other than the key's scopes or a quota. The message is the reason.",
	},
	invalidCharacter: {
		message: 'The API key or another header of the request contains an invalid character',
		description: "Re-enter 'API Key' in the credential, without line breaks or spaces",
		meaning: 'A line break or an invisible character was copied along with the key.',
	},
} as const satisfies Messages;

/** An ID as part of a path. */
export const idMessages = {
	missing: {
		message: "'{field}' is empty",
		description: "Choose a record in '{field}', or enter its ID",
		meaning: 'The record is not chosen, or the expression returned nothing for this item.',
	},
	invalid: {
		message: '\'{field}\' is not a valid ID (got "{id}")',
		description: "Enter the ID of the record in '{field}'",
		meaning:
			"An ID can't contain slashes, percent-encoded or control characters, or consist only of dots: those might lead to another record. Nothing was sent.",
	},
} as const satisfies Messages;

/** Refusals and unusable responses. */
export const responseMessages = {
	refused: {
		message: 'Link Platform refused the request (status {status})',
		description:
			'Correct the value that Link Platform names. If it names none, check all fields of the node',
		meaning: 'Link Platform refused the values without an explanation.',
		advice: 'Its support finds the request by `details.requestId`.',
	},
	notInPlan: {
		message: "Your plan doesn't allow this operation",
		description:
			"Your plan doesn't include this, or a quota is used up. Account > Check Quota shows what is left. Upgrade the plan, or delete records you no longer need",
		meaning: 'Status 402. The same advice follows any refusal that speaks of a quota or a plan.',
		advice: 'Put Account > Check Quota first in a workflow to know before anything is created.',
	},
	notFound: {
		message: NOT_FOUND,
		description: CHECK_ID,
		meaning:
			'It was deleted, belongs to another account, or the ID is of another kind of record, e.g. of a QR code instead of a link.',
	},
	notFoundUnsaid: {
		message: NOT_FOUND,
		description: `${CHECK_ID}. If that fails too, check 'API URL' in the credential`,
		meaning:
			"The same, or the address is wrong: the response isn't in the words of Link Platform's API.",
	},
	notFoundInLegacy: {
		message: NOT_FOUND,
		description: `${CHECK_ID}. ${CHECK_LEGACY_URL}`,
		meaning: 'The same for an operation of the legacy API.',
	},
	nothingHere: {
		message: NOTHING_HERE,
		description: `${CHECK_API_URL}. It must be the base URL of the API, with a path such as /v1 if it has one, without /api at the end. If other operations work, Link Platform doesn't offer this one`,
		meaning:
			'The server responded, but has no such endpoint: it is another server, or another path.',
	},
	nothingHereInLegacy: {
		message: NOTHING_HERE,
		description: CHECK_LEGACY_URL,
		meaning: 'The same for channels, pixels, files and the rest of the legacy API.',
	},
	notOffered: {
		message: "Link Platform doesn't offer this operation at this address (status 405)",
		description: CHECK_API_URL,
		meaning:
			'The address exists, but not for this operation. Some deployments offer only one of the two APIs.',
	},
	alreadyExists: {
		message: 'A record with this name, alias or slug already exists',
		description: 'Choose another name, alias or slug, or update the existing record',
		meaning: 'Names, aliases and slugs are unique. Status 409.',
		advice:
			'To repeat a workflow without this, use Link > Create or Update, or Link > Create Once.',
	},
	tooLarge: {
		message: 'The request is too large (status 413)',
		description: 'Send a smaller file, or a smaller batch',
		meaning: 'The request is larger than Link Platform accepts.',
		advice:
			"For QR Code > Create Many, lower 'Batch Size'. A batch that is too large is also split automatically.",
	},
	unavailable: {
		message: 'Link Platform is unavailable (status {status})',
		description: 'Try again later. If it keeps happening, contact the support of Link Platform',
		meaning:
			'Link Platform, or a proxy in front of it, has trouble. Requests that are safe to repeat were sent up to four times.',
	},
	mayBeDone: {
		message: MAY_BE_DONE,
		meaning:
			'Added to what to do where a request that creates or changes something got no clear response. Creations, apart from Link > Create Once, are not repeated automatically, because that could create a second record.',
		advice:
			'Check with Get Many whether the record exists. Link > Create Once can be retried without checking.',
	},
	empty: {
		message: 'Link Platform returned an empty response',
		description: `${IF_IT_KEEPS_HAPPENING} check 'API URL' in the credential`,
		meaning: 'The response has no content where a record was expected.',
	},
	webPage: {
		message: 'Link Platform returned a web page instead of JSON',
		description: `${CHECK_API_URL}. It must be the address of the API, not of the website or a login page`,
		meaning: 'The address leads to a website or a login page.',
	},
	invalid: {
		message: 'Link Platform returned an incomplete or invalid response',
		description: `${IF_IT_KEEPS_HAPPENING} check the proxy between n8n and Link Platform`,
		meaning:
			'The connection broke in the middle of the response, or something between n8n and Link Platform changed it.',
	},
	tooLong: {
		message: "Link Platform's response is too large (more than {megabytes} MB)",
		description: "If it is a list, turn off 'Return All' and set 'Limit'",
		meaning: 'The response was not read to its end, since it could fill the memory of n8n.',
	},
	said: {
		message: SAID,
		meaning:
			'A hint. The request succeeded, and Link Platform said this beside the record, e.g. that something else was used instead.',
	},
	noList: {
		message: 'Link Platform returned no list',
		description: `${CHECK_API_URL}. It may lead to an unsupported version of Link Platform`,
		meaning: 'The response has another form than documented.',
	},
	noRecord: {
		message: 'Link Platform returned no record',
		description: "Check the ID, and 'API URL' in the credential",
		meaning:
			'The response is a success without a record: there is none with this ID, or the address is of something else.',
	},
	noRecordBecause: {
		message: 'Link Platform returned no record: {reason}',
		meaning: 'The same. What follows the colon comes from Link Platform.',
	},
	noNewRecord: {
		message: "Link Platform didn't return the new record",
		description: MAY_BE_DONE,
		meaning: 'The response to a creation is a success without a record or a message.',
		advice: 'Check with Get Many whether the record exists.',
	},
	endlessList: {
		message: "The list doesn't end ({pages} pages read)",
		description: "Turn off 'Return All' and set 'Limit'",
		meaning: 'Link Platform keeps returning new records.',
	},
	repeatedPage: {
		message: 'Link Platform returned the same page of the list again (page {page})',
		description: 'Try again in a minute',
		meaning:
			'A cache or a replica returned an earlier page instead of this one, twice. Records would be missing from the list.',
	},
	redirected: {
		message: 'Link Platform redirects to {address}, which was not followed to protect your data',
		description: "If that address is right, enter it as 'API URL' in the credential",
		meaning:
			'Requests that change something are not sent on to another server, because they may contain passwords.',
		advice: 'Often only `http` has to become `https`, or `www.` be added.',
	},
	refusedElsewhere: {
		message: 'Link Platform redirects to {address}, which refuses requests without the API key',
		description:
			"If Link Platform has moved there, enter that address as 'API URL' in the credential",
		meaning: 'The API key is never sent to another server. A new key would not help.',
		advice: 'Often only `http` has to become `https`, or `www.` be added.',
	},
	tooManyRedirects: {
		message: 'Too many redirects',
		description: CHECK_API_URL,
		meaning:
			'Each address redirects to the next one. A proxy that adds or removes `https` is a usual reason.',
	},
	expectsHttps: {
		message: `Link Platform refused the request: ${EXPECTS_HTTPS}`,
		description: USE_HTTPS,
		meaning:
			'The address begins with http://, and the web server at this port only accepts encrypted connections.',
	},
} as const satisfies Messages;

/** No response. */
export const networkMessages = {
	connectionRefused: {
		message: "Couldn't connect to {host}: connection refused",
		description: CHECK_ADDRESS,
		meaning: 'The machine is there, but nothing responds at that port.',
		advice:
			"If n8n runs in Docker, `localhost` is the container itself. Use the name of Link Platform's container, or `host.docker.internal`.",
	},
	hostNotFound: {
		message: "Couldn't connect to {host}: host not found",
		description: CHECK_ADDRESS,
		meaning: 'The name is mistyped, or has no DNS record.',
	},
	lookupFailed: {
		message: "Couldn't connect to {host}: DNS lookup failed",
		description: CHECK_ADDRESS,
		meaning: "The DNS server of n8n's machine didn't respond.",
	},
	noTls: {
		message: "Couldn't connect to {host}: no TLS at this port",
		description: `${CHECK_API_URL}. For this port it may have to begin with http:// instead of https://`,
		meaning: 'The address begins with https://, and the server responds without encryption.',
	},
	expectsHttps: {
		message: `Couldn't connect to {host}: ${EXPECTS_HTTPS}`,
		description: USE_HTTPS,
		meaning: 'The address begins with http://, and the server responds with encryption.',
	},
	untrusted: {
		message: "Couldn't connect to {host}: TLS certificate not trusted",
		description:
			"Renew the server's certificate, or add it to those that n8n trusts (NODE_EXTRA_CA_CERTS)",
		meaning:
			"The certificate has expired, is for another name, or is signed by an authority that n8n doesn't know, as in company networks.",
		advice: "Set `NODE_EXTRA_CA_CERTS` of n8n to the file with your company's certificate.",
	},
	timedOut: {
		message: 'The request to {host} timed out',
		description: `${IF_IT_KEEPS_HAPPENING} increase 'Timeout (Seconds)' under 'Advanced' in the credential`,
		meaning:
			"No complete response came within 'Timeout (Seconds)' of the credential (60 by default).",
		advice: 'AI images and AI pages may take minutes.',
	},
	connectionLost: {
		message: 'The connection to {host} was lost',
		description: CHECK_NETWORK,
		meaning: 'The network, a proxy or Link Platform closed the connection.',
	},
	plainConnectionLost: {
		message: 'The connection to {host} was lost',
		description: `${CHECK_NETWORK}, and whether 'API URL' in the credential has to begin with https://`,
		meaning:
			'The same with an address that begins with http://. The server may only accept encrypted connections.',
	},
	connectionFailed: {
		message: 'The connection to {host} failed',
		description: CHECK_NETWORK,
		meaning: "Any other reason. n8n's log may have more.",
	},
} as const satisfies Messages;

/** Waiting for the rate limit took too long. */
export const rateLimitMessages = {
	waitedTooLong: {
		message: STOPPED,
		description:
			"Increase 'Max Wait (Seconds)' under 'Advanced' in the credential (now {maximum}), or process fewer items per run. With 'On Error' set to continue, finished items are kept",
		meaning:
			"The next request would have had to wait longer than 'Max Wait (Seconds)' in the credential allows (3,600 by default).",
	},
	usedUp: {
		message: STOPPED,
		description: 'Other requests are using up the rate limit. Try again in a minute',
		meaning:
			'The next request would have had to wait longer than 20 seconds in a list of the form, or 130 when publishing the trigger.',
	},
	closed: {
		message: 'Link Platform accepts no requests until {time} UTC',
		description:
			'Run the workflow again after that. Until then, the node sends no more requests of this kind',
		meaning:
			'Link Platform asked for a pause of more than an hour, and of more than may be waited.',
		advice: 'The limit of a day or a month may be used up. Restarting n8n ends the pause.',
	},
	said: {
		message: SAID,
		meaning: "Added to the advice above, with Link Platform's own words.",
	},
} as const satisfies Messages;

/** What users read when a request brought no result: what happened, then what to do. */

/** What to do, by status. */
export const REMEDIES: Record<number, string> = {
	400: 'Correct the value that the service names; if it names none, check all fields of the node',
	402: "Your plan doesn't include this, or a quota is used up. Check Account > Get Usage, then upgrade the plan or delete records you no longer need",
	405: "Check 'API URL' in the credential; this service does not offer the operation",
	409: 'A record with this name, alias or slug exists already; choose another or update that one',
	413: 'Send less at a time: a smaller file, or a smaller batch',
};

/** What happened, by status, where the service has no words of its own. */
export const TITLES: Record<number, string> = {
	402: "Your plan doesn't allow this operation",
	403: "This API key doesn't have permission for this operation",
	404: 'Record not found',
};

interface Words {
	message: string;
	remedy: string;
}

export const CHECK_ID = 'Check the ID; Get Many shows the records that exist';
/** For a 404 of an address that names no record: a list, a creation, the account. */
export const NOTHING_THERE = 'Nothing found at this address';
export const CHECK_API_URL =
	"Check 'API URL' in the credential: it must be the base URL of the API, without /api at the end";
export const CHECK_LEGACY_URL =
	"This deployment may not offer the legacy API, or has it at another address: see 'Legacy API URL' in the credential";

export const KEY_REFUSED = 'API key rejected';
/** For a 401 of the current API, by the header in which the key was sent: a deployment may want the other one. */
export const CHECK_KEY: Record<string, string> = {
	Authorization:
		"Check 'API Key' in the credential. If the key is right, change 'Send Key As' under 'Advanced' to X-API-Key Header",
	'X-API-Key':
		"Check 'API Key' in the credential. If the key is right, change 'Send Key As' under 'Advanced' to Bearer Token",
};
/** The legacy API takes the key in one way only. */
export const CHECK_LEGACY_KEY =
	"Check 'API Key' in the credential. The legacy API may not accept keys of the current API";

/** For a 403. The documents name the form of a scope, and not which one an endpoint wants. */
export const CHECK_READ_SCOPE =
	'Use a key with the read scope of this resource (written like qr:read), or a key without scopes. If that fails too, your plan may not include this operation';
export const CHECK_WRITE_SCOPE =
	'Use a key with the write scope of this resource (written like qr:write), or a key without scopes. If that fails too, your plan may not include this operation';
/** The legacy API knows no scopes. */
export const FULL_ACCESS =
	'Use a key without scopes, which has full access. If that fails too, your plan may not include this operation';

export const TRY_IN_A_MINUTE = 'Other requests are using up the rate limit. Try again in a minute';
export const TRY_LATER = 'Try again later; if it stays so, ask the support of the service';

export const NO_CONTENT: Words = {
	message: 'The service answered with nothing at all',
	remedy: "Try again; if it stays so, check 'API URL' in the credential",
};
export const WEB_PAGE: Words = {
	message: 'The service answered with a web page instead of JSON',
	remedy:
		"Check 'API URL' in the credential: it must be the address of the API, not of the website or a login page",
};
export const NO_JSON: Words = {
	message: 'The answer of the service is cut off or not JSON',
	remedy: 'Try again; a proxy between n8n and the service may have broken the connection',
};

const CHECK_ADDRESS = "Check 'API URL' in the credential, and that n8n can reach it";
const ALLOW_MORE_TIME =
	"Try again. If it keeps happening, increase 'Timeout (Seconds)' under 'Advanced' in the credential";
const CHECK_NETWORK = 'Try again; if it stays so, check the network between n8n and the service';

export interface Fault {
	reason: string;
	remedy: string;
}

const TOO_LATE: Fault = { reason: 'it took too long', remedy: ALLOW_MORE_TIME };
const BROKEN_OFF: Fault = { reason: 'the connection broke off', remedy: CHECK_NETWORK };
/** What remains to be seen of plain HTTP at a port for TLS, where the server just hangs up. */
export const CHECK_NETWORK_AND_TLS =
	"Try again; if it stays so, check the network between n8n and the service, and whether 'API URL' in the credential has to begin with https://";
export const OTHER_FAULT: Fault = { reason: 'the connection did not work', remedy: CHECK_NETWORK };
export const NO_TLS: Fault = {
	reason: 'it does not speak TLS there',
	remedy:
		"Check 'API URL' in the credential: for this port it may have to begin with http:// instead of https://",
};
export const ONLY_TLS: Fault = {
	reason: 'it answered in another protocol, as servers do that only speak TLS',
	remedy:
		"Check 'API URL' in the credential: for this port it may have to begin with https:// instead of http://",
};
/** How web servers answer plain HTTP at such a port, in their own words. */
export const ONLY_TLS_WORDS =
	/HTTP request was sent to HTTPS port|plain HTTP to an SSL-enabled|HTTP request to an HTTPS server/i;
export const ONLY_TLS_TITLE = 'The service only speaks TLS at this address';
export const UNTRUSTED: Fault = {
	reason: 'its certificate is not trusted',
	remedy: 'Have the certificate of the server renewed, or make n8n trust it',
};

export const NETWORK_FAULTS: Record<string, Fault> = {
	ECONNREFUSED: { reason: 'nothing listens at that address', remedy: CHECK_ADDRESS },
	ENOTFOUND: { reason: 'there is no server of that name', remedy: CHECK_ADDRESS },
	EAI_AGAIN: {
		reason: 'the name of the server could not be looked up',
		remedy: CHECK_ADDRESS,
	},
	ETIMEDOUT: TOO_LATE,
	ECONNABORTED: TOO_LATE,
	ECONNRESET: BROKEN_OFF,
	EPIPE: BROKEN_OFF,
};

/** Added to whatever leaves it open whether the service did what it was asked. */
export const LOOK_FIRST =
	'The request may have been carried out all the same: look before you repeat it';

/** What users read when a request brought no result: what happened, then what to do. */

/** What to do, by status. */
export const REMEDIES: Record<number, string> = {
	400: 'Correct the value that the service names; if it names none, check all fields of the node',
	401: "Check 'API Key' and 'Send Key As' in the credential; the key may have been replaced or have expired",
	402: 'The plan of this account does not include this, or a quota is used up; see Account > Get Usage',
	403: 'The key lacks the scope for this, or the plan of this account does not include it; create a key with the scope, or one without any scopes (full access)',
	405: "Check 'API URL' in the credential; this service does not offer the operation",
	409: 'A record with this name, alias or slug exists already; choose another or update that one',
	413: 'Send less at a time: a smaller file, or a smaller batch',
};

/** What happened, by status, where the service has no words of its own. */
export const TITLES: Record<number, string> = {
	403: 'The service does not allow this with the present API key',
	404: 'The service does not know this record',
};

interface Words {
	message: string;
	remedy: string;
}

export const CHECK_ID = 'Check the ID; Get Many shows the records that exist';
/** For a 404 of an address that names no record: a list, a creation, the account. */
export const NOTHING_THERE = 'There is nothing at this address';
export const CHECK_API_URL =
	"Check 'API URL' in the credential: it must be the base URL of the API, without /api at the end";
export const CHECK_LEGACY_URL =
	"This deployment may not offer the legacy API, or has it at another address: see 'Legacy API URL' in the credential";

export const KEY_REFUSED = 'The service did not accept the API key';
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
const ALLOW_MORE_TIME = "Try again; in the action node, 'Timeout' in 'Options' can be raised";
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

import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { cleanKey, getBaseUrls, parseBaseUrl } from '../nodes/LinkPlatform/adapter/baseUrls';
import { credentialTestMessages } from '../nodes/LinkPlatform/adapter/messages';
import { pacingFields, parsePacing } from '../nodes/LinkPlatform/adapter/pacing';
import { choice, text } from '../nodes/LinkPlatform/runner/fields';

const { keyRejected, noPermission, noAccount, redirected, legacyAddress } = credentialTestMessages;

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\//i;

/** The messages of the credential test by status: the HTTP status, or the `error` in a response with HTTP 200. */
const BY_STATUS: Record<number, string> = {
	401: keyRejected,
	402: noPermission,
	403: noPermission,
	404: noAccount,
};

const STATUSES = [400, 401, 402, 403, 404, 405, 409, 410, 422, 429, 500, 501, 502, 503, 504];
const CODES = [1, 2, 3, 4, 5, 6, 7, 8, 9, ...STATUSES];
/**
 * Rules that reject responses with HTTP 200 that don't contain an account. Both APIs may report failures with HTTP
 * 200, and a wrong URL may lead to a website. n8n compares values only with `===`. It has no rule such as "anything
 * but 0", so each value needs its own rule.
 */
const REFUSALS = [
	...[true, ...CODES, ...CODES.map(String)].map((value) => ({ key: 'error', value })),
	...[
		['error', 'Object'],
		['error', 'Array'],
		// Any text of two or more characters is an error, because only "0" means success.
		['error.1', 'String'],
	].map(([path, value]) => ({ key: `${path}.constructor.name`, value })),
	// The response is a web page, other text, or empty: n8n returns everything but JSON as a string.
	{ key: 'constructor.name', value: 'String' },
];

/** Paths of the registration date, which only accounts of the legacy API have. */
const REGISTERED = ['registered', 'data.registered'];

const advancedFields: INodeProperties[] = [
	text('Legacy API URL', 'legacyApiUrl', {
		placeholder: 'e.g. https://legacy.example.com',
		description:
			'Base URL of the legacy API (channels, pixels, files and more). Leave empty if it is the same as the API URL.',
	}),
	choice('Send Key As', 'sendKeyAs', [
		{ name: 'Bearer Token', value: 'bearer', description: 'Authorization header (default)' },
		{
			name: 'X-API-Key Header',
			value: 'header',
			description:
				'Change this only if your Link Platform requires it. The legacy API always gets a bearer token.',
		},
	]),
	text('Webhook Signing Secret', 'webhookSecret', {
		typeOptions: { password: true },
		description:
			'Secret for verifying events sent to the trigger. Leave empty to derive it from the API key.',
	}),
	...pacingFields,
];

/**
 * Returns the field that is shown while 'Advanced' is on, and a hidden copy for when it is off. n8n drops the value
 * of a field whose display conditions aren't met, both when it saves a credential and when it passes it to a node.
 */
function showUnderAdvanced(field: INodeProperties): INodeProperties[] {
	const displayOptions = { advanced: [true] };
	return [
		{ ...field, displayOptions: { show: displayOptions } },
		{ ...field, type: 'hidden', displayOptions: { hide: displayOptions } },
	];
}

export class LinkPlatformApi implements ICredentialType {
	name = 'linkPlatformApi';

	displayName = 'Link Platform API';

	icon: Icon = {
		light: 'file:../icons/linkplatform.svg',
		dark: 'file:../icons/linkplatform.dark.svg',
	};

	documentationUrl =
		'https://github.com/linkplatform/n8n-nodes-linkplatform/blob/main/README.md#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'API URL',
			name: 'apiUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://links.example.com',
			description: 'Base URL of your Link Platform, without /api at the end',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Found in your account settings, under API keys',
		},
		{
			displayName: 'Advanced',
			name: 'advanced',
			type: 'boolean',
			default: false,
			noDataExpression: true,
			description:
				'Whether to show the settings that most accounts never change. They also apply while hidden.',
		},
		...advancedFields.flatMap(showUnderAdvanced),
	];

	/**
	 * Adds the API key to a request, but only if the URL has the origin of one of the credential's base URLs. Turns
	 * off redirects for such a request, because n8n's HTTP Request node would send the key to the target of the
	 * redirect.
	 */
	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const { current, legacy, origins } = getBaseUrls(credentials);
		// The credential test uses the URL exactly as the user typed it. Check the URL here: if it would make every
		// run fail, the test must fail, too.
		const baseURL = options.baseURL === undefined ? undefined : parseBaseUrl(options.baseURL);
		if (baseURL !== undefined) parsePacing(credentials);
		const authenticated = baseURL === undefined ? options : { ...options, baseURL };
		// The HTTP Request node sets `uri`. The rest of n8n sets `url`.
		const { uri } = options as { uri?: string };
		let url = '';
		for (const given of [uri, options.url]) {
			if (!given) continue;
			url = ABSOLUTE.test(given) ? given : (baseURL ?? '') + given;
			if (!URL.canParse(url) || !origins.includes(new URL(url).origin)) return authenticated;
		}
		if (url === '') return authenticated;
		// This package marks its own requests to the legacy API. A request of the HTTP Request node belongs to the API
		// with the longest base URL that matches.
		const isLegacy =
			options.headers?.Authorization === 'Bearer' ||
			(url.startsWith(legacy) && !(url.startsWith(current) && current.length >= legacy.length));
		const key = cleanKey(credentials.apiKey);
		const header =
			credentials.sendKeyAs === 'header' && !isLegacy
				? { 'X-API-Key': key }
				: { Authorization: `Bearer ${key}` };
		const noRedirect = {
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
		};
		return { ...authenticated, ...noRedirect, headers: { ...options.headers, ...header } };
	};

	test: ICredentialTestRequest = {
		// If the test followed a redirect, n8n would send the key to its target.
		request: {
			baseURL: '={{ $credentials.apiUrl }}',
			url: '/api/account',
			disableFollowRedirect: true,
		},
		rules: [
			...Object.entries(BY_STATUS).map(([status, message]) => ({
				type: 'responseCode',
				properties: { value: Number(status), message },
			})),
			...[301, 302, 303, 307, 308].map((value) => ({
				type: 'responseCode',
				properties: { value, message: redirected },
			})),
			...REFUSALS.map((refusal) => ({
				type: 'responseSuccessBody',
				properties: { ...refusal, message: BY_STATUS[Number(refusal.value)] ?? noAccount },
			})),
			...REGISTERED.map((name) => ({
				type: 'responseSuccessBody',
				properties: {
					key: `${name}.constructor.name`,
					value: 'String',
					message: legacyAddress,
				},
			})),
			// n8n accepts rules of mixed types, but its TypeScript type doesn't.
		] as ICredentialTestRequest['rules'],
	};
}

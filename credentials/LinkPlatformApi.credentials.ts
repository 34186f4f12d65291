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

/** By status, also if it is the `error` of a response with HTTP 200. */
const BY_STATUS: Record<number, string> = {
	401: keyRejected.message,
	402: noPermission.message,
	403: noPermission.message,
	404: noAccount.message,
};

const STATUSES = [400, 401, 402, 403, 404, 405, 409, 410, 422, 429, 500, 501, 502, 503, 504];
const CODES = [1, 2, 3, 4, 5, 6, 7, 8, 9, ...STATUSES];
/** First letters of texts in `error`; not f, since "false" is no error. */
const LETTERS = 'abcdeghijklmnopqrstuvwxyz';

/**
 * Responses with HTTP 200 that are not an account: both APIs may report failures like this, and a wrong address may
 * lead to a website. n8n only compares values by `===`, without "other than 0", hence a rule for each value.
 */
const REFUSALS = [
	...[true, ...CODES, ...CODES.map(String)].map((value) => ({ key: 'error', value })),
	...[...LETTERS, ...LETTERS.toUpperCase()].map((value) => ({ key: 'error.0', value })),
	// "forbidden" and "failed".
	{ key: 'error.1', value: 'o' },
	{ key: 'error.2', value: 'i' },
	...['Object', 'Array'].map((value) => ({ key: 'error.constructor.name', value })),
	// A web page, another text, or nothing: n8n makes a text of anything but JSON.
	{ key: 'constructor.name', value: 'String' },
];

/** Where an account of the legacy API has a date that no account of the current one has. */
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
			description: 'Required by some deployments. The legacy API still gets a bearer token.',
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
 * A field that shows while 'Advanced' is on, and a hidden twin for when it is off: n8n drops the value of a
 * field whose conditions are not met, both when it saves a credential and when it passes it to a node.
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
				'Whether to show the settings that most accounts never change. They apply while hidden too.',
		},
		...advancedFields.flatMap(showUnderAdvanced),
	];

	/**
	 * Attaches the key, only to requests for the credential's own origins, and then no redirect is followed: n8n's
	 * HTTP Request node would hand the key to wherever it leads.
	 */
	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const { current, legacy, origins } = getBaseUrls(credentials);
		// The credential test sends the URL as the user typed it, and should fail for whatever fails every run.
		const baseURL = options.baseURL === undefined ? undefined : parseBaseUrl(options.baseURL);
		if (baseURL !== undefined) parsePacing(credentials);
		const authenticated = baseURL === undefined ? options : { ...options, baseURL };
		// The HTTP Request node uses `uri`, the rest of n8n `url`.
		const { uri } = options as { uri?: string };
		let url = '';
		for (const given of [uri, options.url]) {
			if (!given) continue;
			url = ABSOLUTE.test(given) ? given : (baseURL ?? '') + given;
			if (!URL.canParse(url) || !origins.includes(new URL(url).origin)) return authenticated;
		}
		if (url === '') return authenticated;
		// This package marks its legacy requests; for the HTTP Request node, the longest matching base URL counts.
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
		// A redirect would send the key to wherever it leads.
		request: {
			baseURL: '={{ $credentials.apiUrl }}',
			url: '/api/account',
			disableFollowRedirect: true,
		},
		rules: [
			...Object.entries(BY_STATUS).map(([status, message]) => ({
				type: 'responseCode' as const,
				properties: { value: Number(status), message },
			})),
			...[301, 302, 303, 307, 308].map((value) => ({
				type: 'responseCode' as const,
				properties: { value, message: redirected.message },
			})),
			...REFUSALS.map((refusal) => ({
				type: 'responseSuccessBody' as const,
				properties: { ...refusal, message: BY_STATUS[Number(refusal.value)] ?? noAccount.message },
			})),
			...REGISTERED.map((name) => ({
				type: 'responseSuccessBody' as const,
				properties: {
					key: `${name}.constructor.name`,
					value: 'String',
					message: legacyAddress.message,
				},
			})),
			// n8n accepts a mixture, but its type does not.
		] as ICredentialTestRequest['rules'],
	};
}

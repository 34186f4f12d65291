import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { getBaseUrls, parseBaseUrl } from '../nodes/LinkPlatform/n8n/baseUrls';

const CHECK =
	"Check 'API URL' (the base URL of the API) and 'API Key'. If both are right, try the other choice in 'Send Key As'.";

const SENT_ON =
	"The service sends this request on to another address, and it was not sent there. Enter that one as 'API URL'.";

const STATUSES = [400, 401, 402, 403, 404, 405, 409, 410, 422, 429, 500, 501, 502, 503, 504];
const CODES = [1, 2, 3, 4, 5, 6, 7, 8, 9, ...STATUSES];
/** First letters of what `error` may be in words; not f, for "false" is no error. */
const LETTERS = 'abcdeghijklmnopqrstuvwxyz';

/**
 * What is no account, under HTTP 200: both documents report failures so too, and a wrong address may be that of
 * a website. n8n compares a part of the response by `===` and knows no "other than 0", hence a rule for each.
 */
const REFUSALS = [
	...[true, ...CODES, ...CODES.map(String)].map((value) => ({ key: 'error', value })),
	...[...LETTERS, ...LETTERS.toUpperCase()].map((value) => ({ key: 'error.0', value })),
	// "forbidden" and "failed".
	{ key: 'error.1', value: 'o' },
	{ key: 'error.2', value: 'i' },
	...['Object', 'Array'].map((value) => ({ key: 'error.constructor.name', value })),
	// A web page, another text, or nothing: what is no JSON is a text for n8n.
	{ key: 'constructor.name', value: 'String' },
];

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
			description: 'Base URL of your service, omit /api at the end',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'From the account settings of your service, under API keys',
		},
		{
			displayName: 'Send Key As',
			name: 'sendKeyAs',
			type: 'options',
			options: [
				{
					name: 'Bearer Token',
					value: 'bearer',
					description: 'In the Authorization header, as both APIs document it',
				},
				{
					name: 'X-API-Key Header',
					value: 'header',
					description: 'Some deployments of the current API want keys there',
				},
			],
			default: 'bearer',
		},
		{
			displayName: 'Legacy API URL',
			name: 'legacyApiUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://legacy.example.com',
			description:
				'Base URL of the legacy API (channels, pixels, files and others). Leave empty if it is the same as the API URL.',
		},
		{
			displayName: 'Webhook Signing Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Secret for signing webhook deliveries. Leave empty to derive it from the API key.',
		},
	];

	/** Attaches the key, and only to requests for the credential's own origins. */
	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const { current, legacy } = getBaseUrls(credentials);
		// The credential test sends the URL as the user typed it.
		const baseURL = options.baseURL === undefined ? undefined : parseBaseUrl(options.baseURL);
		// The HTTP Request node says `uri` where the rest of n8n says `url`.
		const { uri } = options as { uri?: string };
		const url = baseURL === undefined ? (uri ?? options.url) : baseURL + options.url;
		const authenticated = baseURL === undefined ? options : { ...options, baseURL };
		const origin = URL.canParse(url) ? new URL(url).origin : undefined;
		if (origin !== new URL(current).origin && origin !== new URL(legacy).origin)
			return authenticated;
		// The node says so itself; of the HTTP Request node's URL, the longer of the two that it begins with counts.
		const isLegacy =
			options.headers?.Authorization === 'Bearer' ||
			(url.startsWith(legacy) && !(url.startsWith(current) && current.length >= legacy.length));
		const header =
			credentials.sendKeyAs === 'header' && !isLegacy
				? { 'X-API-Key': credentials.apiKey }
				: { Authorization: `Bearer ${String(credentials.apiKey)}` };
		return { ...authenticated, headers: { ...options.headers, ...header } };
	};

	test: ICredentialTestRequest = {
		// A redirect would take the key along, and to wherever it leads.
		request: {
			baseURL: '={{ $credentials.apiUrl }}',
			url: '/api/account',
			disableFollowRedirect: true,
		},
		rules: [
			...[401, 403, 404].map((value) => ({
				type: 'responseCode' as const,
				properties: { value, message: CHECK },
			})),
			...[301, 302, 303, 307, 308].map((value) => ({
				type: 'responseCode' as const,
				properties: { value, message: SENT_ON },
			})),
			...REFUSALS.map((refusal) => ({
				type: 'responseSuccessBody' as const,
				properties: { ...refusal, message: CHECK },
			})),
			// n8n takes a mixture, its type does not.
		] as ICredentialTestRequest['rules'],
	};
}

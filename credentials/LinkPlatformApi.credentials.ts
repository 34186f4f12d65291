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
				'With which the service signs what it sends to the trigger. Leave empty to have one derived from the API key.',
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

	/** Both documents report failures under HTTP 200 too; n8n compares with `===`, hence a rule for each form. */
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
			...[1, '1', true, 'true', 2, '2', 401, '401', 403, '403', 429, '429', 500, '500'].map((value) => ({
				type: 'responseSuccessBody' as const,
				properties: { key: 'error', value, message: CHECK },
			})),
			// n8n takes a mixture, its type does not.
		] as ICredentialTestRequest['rules'],
	};
}

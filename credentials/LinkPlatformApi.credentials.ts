import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { cleanKey, getBaseUrls } from '../nodes/LinkPlatform/adapter/baseUrls';
import { pacingFields } from '../nodes/LinkPlatform/adapter/pacing';
import { choice, text } from '../nodes/LinkPlatform/runner/fields';

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
				'Change this only if your Link Platform requires it. The legacy API always uses the key as a bearer token.',
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
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const { current, legacy, origins } = getBaseUrls(credentials);
		// The HTTP Request node sets `uri`. The rest of n8n sets `url`.
		const { uri } = options as { uri?: string };
		const urls = [uri, options.url].filter(Boolean).map(String);
		const isOwn = (url: string) => URL.canParse(url) && origins.includes(new URL(url).origin);
		if (urls.length === 0 || !urls.every(isOwn)) return options;
		const [url] = urls.slice(-1);
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
		return { ...options, ...noRedirect, headers: { ...options.headers, ...header } };
	};
}

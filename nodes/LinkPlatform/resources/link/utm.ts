import type { IDataObject, INodeProperties } from 'n8n-workflow';

/**
 * Source and medium of common channels. With these media Google Analytics 4 counts a visit to the channel
 * of that name (its "default channel group"); it knows none for print.
 */
const PRESETS: Record<string, { source: string; medium: string }> = {
	facebook: { source: 'facebook', medium: 'social' },
	instagram: { source: 'instagram', medium: 'social' },
	linkedin: { source: 'linkedin', medium: 'social' },
	newsletter: { source: 'newsletter', medium: 'email' },
	paidSearch: { source: 'google', medium: 'cpc' },
	qrPrint: { source: 'qr', medium: 'print' },
	sms: { source: 'sms', medium: 'sms' },
	youtube: { source: 'youtube', medium: 'video' },
};

export const utm: INodeProperties = {
	displayName: 'UTM Parameters',
	name: 'utm',
	type: 'fixedCollection',
	default: {},
	description: 'Added to the URL, so that your web analytics know where a visitor came from',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Campaign',
					name: 'campaign',
					type: 'string',
					default: '',
					placeholder: 'e.g. summer-sale',
				},
				{
					displayName: 'Content',
					name: 'content',
					type: 'string',
					default: '',
					placeholder: 'e.g. header-banner',
				},
				{
					displayName: 'Medium',
					name: 'medium',
					type: 'string',
					default: '',
					placeholder: 'e.g. email',
				},
				{
					displayName: 'Preset',
					name: 'preset',
					type: 'options',
					options: [
						{
							name: 'Email Newsletter',
							value: 'newsletter',
							description: 'Source newsletter, medium email',
						},
						{ name: 'Facebook', value: 'facebook', description: 'Source facebook, medium social' },
						{
							name: 'Instagram',
							value: 'instagram',
							description: 'Source instagram, medium social',
						},
						{ name: 'LinkedIn', value: 'linkedin', description: 'Source linkedin, medium social' },
						{ name: 'None', value: '', description: 'Only what is filled in here' },
						{ name: 'Paid Search', value: 'paidSearch', description: 'Source google, medium cpc' },
						{ name: 'QR Code in Print', value: 'qrPrint', description: 'Source qr, medium print' },
						{ name: 'SMS', value: 'sms', description: 'Source sms, medium sms' },
						{ name: 'YouTube', value: 'youtube', description: 'Source youtube, medium video' },
					],
					default: '',
					description: "A common channel, whose values stand in for an empty 'Source' and 'Medium'",
				},
				{
					displayName: 'Source',
					name: 'source',
					type: 'string',
					default: '',
					placeholder: 'e.g. newsletter',
				},
				{
					displayName: 'Term',
					name: 'term',
					type: 'string',
					default: '',
					placeholder: 'e.g. running shoes',
				},
			],
		},
	],
};

/** Name and value of each UTM parameter that the field holds, with those of its preset. */
export function utmTags(given: unknown): Array<[string, unknown]> {
	const { preset, ...values } = (given as { values?: IDataObject } | undefined)?.values ?? {};
	return Object.entries({ ...PRESETS[String(preset)], ...values });
}

/** Adds `utm_…` to a URL. The rest of its query, and its hash, stay as they are to the letter. */
export function withUtm(url: string, tags: Array<[string, unknown]>): string {
	if (tags.length === 0) return url;
	const [, base, query = '', hash = ''] = /([^?#]*)(?:\?([^#]*))?(#.*)?/s.exec(
		url,
	) as RegExpExecArray;
	const names = tags.map(([name]) => `utm_${name}`);
	const kept = query
		.split('&')
		.filter((pair) => pair !== '' && !names.includes(pair.split('=')[0]));
	const added = tags.map(([name, value]) => `utm_${name}=${encodeURIComponent(String(value))}`);
	return `${base}?${[...kept, ...added].join('&')}${hash}`;
}

import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { choice, text } from '../../runner/fields';

interface Preset {
	name: string;
	source: string;
	medium: string;
}

/**
 * Source and medium of common channels, those that are used most first. With these media Google Analytics 4
 * counts a visit to the channel of that name (its "default channel group"); it knows none for print.
 */
const PRESETS: Record<string, Preset> = {
	newsletter: { name: 'Email Newsletter', source: 'newsletter', medium: 'email' },
	instagram: { name: 'Instagram', source: 'instagram', medium: 'social' },
	facebook: { name: 'Facebook', source: 'facebook', medium: 'social' },
	linkedin: { name: 'LinkedIn', source: 'linkedin', medium: 'social' },
	youtube: { name: 'YouTube', source: 'youtube', medium: 'video' },
	qrPrint: { name: 'QR Code in Print', source: 'qr', medium: 'print' },
	paidSearch: { name: 'Paid Search', source: 'google', medium: 'cpc' },
	sms: { name: 'SMS', source: 'sms', medium: 'sms' },
};

const presetOptions: INodePropertyOptions[] = [
	{ name: 'None', value: '', description: 'Only the values below' },
	...Object.entries(PRESETS).map(([value, { name, source, medium }]) => ({
		name,
		value,
		description: `Source ${source}, medium ${medium}`,
	})),
];

/** The preset first, then the values in the order in which they are usually given. */
const values: INodeProperties[] = [
	choice('Preset', 'preset', presetOptions, {
		default: '',
		description: "Sets Source and Medium if they're empty",
	}),
	text('Source', 'source', { placeholder: 'e.g. newsletter' }),
	text('Medium', 'medium', { placeholder: 'e.g. email' }),
	text('Campaign', 'campaign', { placeholder: 'e.g. summer-sale' }),
	text('Content', 'content', { placeholder: 'e.g. header-banner' }),
	text('Term', 'term', { placeholder: 'e.g. running shoes' }),
];

export const utm: INodeProperties = {
	displayName: 'UTM Parameters',
	name: 'utm',
	type: 'fixedCollection',
	placeholder: 'Add UTM Parameters',
	default: {},
	description: 'Added to the target URL',
	options: [{ displayName: 'UTM Parameters', name: 'values', values }],
};

/** Name and value of each UTM parameter in the field, with those of its preset. */
export function utmTags(given: unknown): Array<[string, unknown]> {
	const { preset, ...values } = (given as { values?: IDataObject } | undefined)?.values ?? {};
	const known = PRESETS[String(preset)];
	const presets = known ? { source: known.source, medium: known.medium } : {};
	return Object.entries({ ...presets, ...values });
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

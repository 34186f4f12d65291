import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { text } from '../../runner/fields';

/** The UTM parameters in their usual order. */
const values = [
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

/**
 * Adds the `utm_…` parameters that the user entered in the field to the URL of a page. The rest of the query and the hash stay
 * unchanged.
 */
export function withUtm(url: string, given: unknown): string {
	if (given === undefined || /^(mailto|tel|sms):/i.test(url)) return url;
	const tags = Object.entries(given as IDataObject);
	const [, base = '', query = '', hash = ''] = /([^?#]*)(?:\?([^#]*))?(#.*)?/s.exec(url) ?? [];
	const names = tags.map(([name]) => `utm_${name}`);
	const isKept = (pair: string) => pair !== '' && !names.includes(pair.split('=')[0]);
	const kept = query.split('&').filter(isKept);
	const added = tags.map(([name, value]) => `utm_${name}=${encodeURIComponent(String(value))}`);
	return `${base}?${[...kept, ...added].join('&')}${hash}`;
}

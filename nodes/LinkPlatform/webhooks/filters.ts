import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { toText } from './toText';

/** Each filter: the data fields that it looks at, and the event types documented to carry them (current API, Events). */
const FILTERS: Record<string, { fields: string[]; events: string[] }> = {
	alias: {
		fields: ['alias'],
		events: ['link.created', 'link.clicked', 'link.updated', 'link.expired'],
	},
	bioPageId: {
		fields: ['bioId'],
		events: ['bio.viewed', 'bio.updated', 'subscriber.added', 'tip.received'],
	},
	country: { fields: ['country'], events: ['link.clicked', 'qr.scanned', 'bio.viewed'] },
	linkId: {
		fields: ['linkId'],
		events: ['link.created', 'link.clicked', 'link.updated', 'link.expired', 'qr.scanned'],
	},
	platform: { fields: ['platform'], events: ['link.clicked', 'qr.scanned'] },
	productId: { fields: ['productId'], events: ['product.created', 'product.purchased'] },
	qrCodeId: { fields: ['qrId'], events: ['qr.created', 'qr.scanned'] },
};

/** Events about a link or QR code carry its id as plain `id`. */
const OWN_ID: Record<string, string> = { linkId: 'link.', qrCodeId: 'qr.' };

/** The fields of 'Filters'. */
export const filterFields: INodeProperties[] = [
	{
		displayName: 'Bio Page ID',
		name: 'bioPageId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 3, 8',
		description: 'IDs to accept, separated by commas',
	},
	{
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: '',
		placeholder: 'e.g. DE, FR',
		description: 'Countries to accept, separated by commas',
	},
	{
		displayName: 'Link Alias',
		name: 'alias',
		type: 'string',
		default: '',
		placeholder: 'e.g. summer, c-*',
		description:
			'Aliases to accept, separated by commas. An asterisk at the end stands for any rest.',
	},
	{
		displayName: 'Link ID',
		name: 'linkId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 42, 43',
		description: 'IDs to accept, separated by commas',
	},
	{
		displayName: 'Operating System',
		name: 'platform',
		type: 'string',
		default: '',
		placeholder: 'e.g. iOS, Android',
		description: 'Operating systems to accept, separated by commas',
	},
	{
		displayName: 'Product ID',
		name: 'productId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 7',
		description: 'IDs to accept, separated by commas',
	},
	{
		displayName: 'QR Code ID',
		name: 'qrCodeId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 12, 13',
		description: 'IDs to accept, separated by commas',
	},
];

/**
 * True if a delivery passes every filter that is set. A filter speaks of the event types documented to
 * carry its field, where a delivery without it does not pass, and of any other that has it.
 */
export function isAccepted(event: string, data: IDataObject, filters: IDataObject): boolean {
	return Object.entries(filters).every(([name, accepted]) => {
		const values = acceptedValues(accepted);
		const filter = FILTERS[name];
		if (values.length === 0 || !filter) return true;
		const isOwnId =
			data[filter.fields[0]] === undefined && OWN_ID[name] && event.startsWith(OWN_ID[name]);
		const value = isOwnId ? data.id : data[filter.fields[0]];
		if (value === undefined || value === null) return !filter.events.includes(event);
		const text = toText(value).toLowerCase();
		return values.some((accepted) => isMatch(name, text, accepted));
	});
}

/** Of an alias, `*` at the end of what is accepted stands for any rest. */
function isMatch(name: string, value: string, accepted: string): boolean {
	const hasRest = name === 'alias' && accepted.endsWith('*');
	return hasRest ? value.startsWith(accepted.slice(0, -1)) : value === accepted;
}

function acceptedValues(accepted: unknown): string[] {
	const entries = Array.isArray(accepted) ? accepted : String(accepted ?? '').split(',');
	return entries.map((entry) => String(entry).trim().toLowerCase()).filter((entry) => entry !== '');
}

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { EVENTS } from './events';
import { toText } from './toText';

interface Filter {
	label: string;
	/** The field of `data` that it looks at. */
	field: string;
	/** Events whose type begins with this carry the ID of their own record as plain `id`. */
	ownId?: string;
	example: string;
	accepts: string;
}

/** By the names that workflows save, in the order of their labels. */
const FILTERS: Record<string, Filter> = {
	bioPageId: { label: 'Bio Page ID', field: 'bioId', example: '3, 8', accepts: 'IDs' },
	country: { label: 'Country', field: 'country', example: 'DE, FR', accepts: 'Countries' },
	alias: { label: 'Link Alias', field: 'alias', example: 'summer, c-*', accepts: 'Aliases' },
	linkId: { label: 'Link ID', field: 'linkId', ownId: 'link.', example: '42, 43', accepts: 'IDs' },
	platform: {
		label: 'Operating System',
		field: 'platform',
		example: 'iOS, Android',
		accepts: 'Operating systems',
	},
	productId: { label: 'Product ID', field: 'productId', example: '7', accepts: 'IDs' },
	qrCodeId: { label: 'QR Code ID', field: 'qrId', ownId: 'qr.', example: '12, 13', accepts: 'IDs' },
};

/** The fields of 'Filters'. */
export const filterFields: INodeProperties[] = Object.entries(FILTERS).map(
	([name, { label, example, accepts }]) => ({
		displayName: label,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: `${accepts} to accept, separated by commas${name === 'alias' ? '. An asterisk at the end stands for any rest.' : ''}`,
	}),
);

/**
 * True if a delivery passes every filter that is set. A filter speaks of the event types documented to
 * carry its field, which a delivery without it does not pass, and of any other that has it.
 */
export function isAccepted(event: string, data: IDataObject, filters: IDataObject): boolean {
	return Object.entries(filters).every(([name, accepted]) => {
		const values = acceptedValues(accepted);
		const filter = FILTERS[name];
		if (values.length === 0 || !filter) return true;
		const value = getValue(filter, event, data);
		if (value === undefined || value === null) {
			return getValue(filter, event, EVENTS[event]?.sample ?? {}) === undefined;
		}
		const text = toText(value).toLowerCase();
		return values.some((accepted) => isMatch(name, text, accepted));
	});
}

function getValue({ field, ownId }: Filter, event: string, data: IDataObject): unknown {
	const isOwnId = data[field] === undefined && ownId !== undefined && event.startsWith(ownId);
	return isOwnId ? data.id : data[field];
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

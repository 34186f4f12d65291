import type { INodePropertyOptions } from 'n8n-workflow';
import { isRecord, scalarToText } from '../../api/envelope';
import { parseFigure } from '../../api/figure';

/** The documented quotas, by the names that the usage statistics have for them. */
export const quotas: INodePropertyOptions[] = [
	{ name: 'Bio Pages', value: 'bios' },
	{ name: 'Clicks', value: 'clicks' },
	{ name: 'Domains', value: 'domains' },
	{ name: 'Links', value: 'urls' },
	{ name: 'QR Codes', value: 'qrs' },
];

/** What people call a quota. */
export function toQuotaLabel(name: string): string {
	return quotas.find(({ value }) => value === name)?.name ?? name;
}

/** How much of a quota is used. `limit` and `remaining` are null where there is no limit. */
export interface Quota {
	used: number;
	limit: number | null;
	remaining: number | null;
}

export const quotaShape = { used: 'number', limit: 'number?', remaining: 'number?' };

/** A quota as the usage statistics state it; undefined if they don't say how much is used. */
export function parseQuota(stated: unknown): Quota | undefined {
	const used = isRecord(stated) ? parseFigure(stated.used) : undefined;
	if (!isRecord(stated) || used === undefined) return undefined;
	const limit = toLimit(stated.limit, used);
	if (limit === undefined) return undefined;
	return { used, limit, remaining: limit === null ? null : Math.max(0, limit - used) };
}

/**
 * Null for an unlimited quota. How one is stated is not documented: assumed to be no number at all, a negative
 * one, or a 0 although some is used. Undefined for a text with digits that is no number.
 */
function toLimit(value: unknown, used: number): number | null | undefined {
	const limit = parseFigure(value);
	if (limit === undefined && /\d/.test(scalarToText(value))) return undefined;
	const isUnlimited = limit === undefined || limit < 0 || (limit === 0 && used > 0);
	return isUnlimited ? null : limit;
}

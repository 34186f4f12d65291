import type { INodePropertyOptions } from 'n8n-workflow';

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

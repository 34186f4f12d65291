import { isRecord } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { toRecord } from '../../operations/items';
import type { CompositeOperation } from '../../operations/operation';
import { toRequest } from '../../api/route';

/** Says whether the plan has room for what a workflow is about to create (current API, Usage statistics). */
export const checkQuota: CompositeOperation = {
	routes: ['GET /api/account/stats'],
	fields: [
		{
			displayName: 'Quota',
			name: 'quota',
			type: 'options',
			options: [
				{ name: 'Bio Pages', value: 'bios' },
				{ name: 'Clicks', value: 'clicks' },
				{ name: 'Domains', value: 'domains' },
				{ name: 'Links', value: 'urls' },
				{ name: 'QR Codes', value: 'qrs' },
			],
			default: 'qrs',
			required: true,
			description: 'Quota to check',
		},
		{
			displayName: 'Needed',
			name: 'needed',
			type: 'number',
			default: 1,
			required: true,
			typeOptions: { minValue: 0, numberPrecision: 0 },
			description: 'Amount that you are about to use',
		},
	],
	run: async (input, { client }) => {
		const quota = input.string('quota');
		const needed = input.number('needed') as number;
		const usage = toRecord(await client.send(toRequest('GET /api/account/stats')));
		const stated = usage[quota];
		const used = isRecord(stated) ? toNumber(stated.used) : undefined;
		if (!isRecord(stated) || used === undefined) {
			throw Failure.unusable(
				`The service does not say how much of the quota "${quota}" is used`,
				'Account > Get Usage shows what it says',
			);
		}
		const limit = toLimit(stated.limit);
		const remaining = limit === null ? null : Math.max(0, limit - used);
		const enough = remaining === null || remaining >= needed;
		return [{ json: { quota, used, limit, remaining, needed, enough } }];
	},
};

/** Null for an unlimited quota, which is not documented: assumed to be no number at all, or a negative one. */
function toLimit(value: unknown): number | null {
	const limit = toNumber(value);
	return limit === undefined || limit < 0 ? null : limit;
}

function toNumber(value: unknown): number | undefined {
	const number = value === null || value === '' ? NaN : Number(value);
	return Number.isFinite(number) ? number : undefined;
}

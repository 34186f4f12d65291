import { Failure } from '../../api/failure';
import type { CompositeOperation } from '../../runner/operation';
import { toRequest } from '../../api/route';
import { accountMessages } from './messages';
import { parseQuota } from '../../api/dialect';
import { choice, toOptions, whole } from '../../runner/fields';
import { sendForRecord } from '../../runner/requests';

/** The documented quotas. Each value is the name of the quota in the usage statistics. */
const quotas = toOptions([
	{ name: 'Bio Pages', value: 'bios' },
	'clicks',
	'domains',
	{ name: 'Links', value: 'urls' },
	{ name: 'QR Codes', value: 'qrs' },
]);

/** Returns the label of a quota, e.g. "QR Codes" for `qrs`. */
export function toQuotaLabel(name: string): string {
	return quotas.find(({ value }) => value === name)?.name ?? name;
}

/** Checks whether the plan allows a number of new records (current API, Usage statistics). */
export const checkQuota: CompositeOperation = {
	action: 'Check account quota',
	description: 'Check whether the plan allows a given number of new records',
	routes: ['GET /api/account/stats'],
	fields: [
		choice('Quota', 'quota', quotas, { default: 'qrs', required: true }),
		whole('Needed', 'needed', 0, {
			default: 1,
			required: true,
			description: 'Number of new records',
		}),
	],
	run: async (input, { client }) => {
		const quota = input.string('quota');
		const needed = input.number('needed') as number;
		const usage = await sendForRecord(client, toRequest('GET /api/account/stats'));
		const stated = parseQuota(usage[quota]);
		if (stated === undefined) {
			const label = toQuotaLabel(quota);
			throw Failure.unusable(accountMessages.unknownQuota, { label, quota });
		}
		const enough = stated.remaining === null || stated.remaining >= needed;
		return [{ json: { quota, ...stated, needed, enough } }];
	},
};

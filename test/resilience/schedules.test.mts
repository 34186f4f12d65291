/** Schedules of `test/soak` that once failed, as small as possible. */
import { getFlaws } from '../soak/flaws.mts';
import type { CreateLinksJob, CreateManyJob, Fault, Job } from '../soak/schedule.mts';
import type { SettingsPatch } from '../../tools/sandbox/settings.mts';
import { openTriggerWorld } from '../support/trigger.mts';
import { useOpenedFor } from '../support/world.mts';

const inWorld = useOpenedFor(openTriggerWorld);
const pace = { continues: true, concurrency: 1, maxWait: 600 };

const code = (name: string, n: number) => ({ name, url: `https://example.com/${n}` });
const malformed = (name: string) => ({ name, url: 'ftp://example.com/bad' });
const codes = (...rows: CreateManyJob['rows']): CreateManyJob => ({
	kind: 'createMany',
	rows,
	batchSize: 50,
	format: 'none',
	hasTwin: false,
	skips: false,
	isDesigned: false,
});
const once: CreateLinksJob = {
	kind: 'createLinks',
	operation: 'createOnce',
	aliases: ['', '', ''],
	hasPassword: false,
};
const ensured = { kind: 'ensureActive' as const, url: 'https://example.com/hook' };
const lost = (more: Partial<Fault>): Fault => ({
	path: '/v1/*',
	action: { type: 'reset', when: 'afterHandling' },
	...{ after: 1, times: 4, probability: 1, seed: 1 },
	...more,
});

test.concurrent.each<[name: string, settings: SettingsPatch, faults: Fault[], job: Job]>([
	[
		'rows before a refused one are not created again if the list has no targets',
		{ bulk: { rowByRow: 'named' } },
		[],
		codes(code('one', 0), malformed('five')),
	],
	[
		'rows of one name before a refused one keep their own targets',
		{ bulk: { rowByRow: 'named' } },
		[],
		codes(code('one', 0), code('one', 1), malformed('one'), code('one', 2)),
	],
	[
		'a row before a refused one gets the QR code of this run, not an earlier one like it',
		{ bulk: { rowByRow: 'named' }, qrTargets: 'shown' },
		[],
		{ ...codes(code('one', 0), malformed('five')), hasTwin: true },
	],
	[
		'rows beyond a quota that ends within a batch are reported',
		{ bulk: { rowByRow: 'named' }, quotas: { qrs: 3 } },
		[],
		codes(code('one', 0), code('two', 1)),
	],
	[
		'nameless entries beside a list of refusals are not matched by position',
		{ bulk: { refuse: 'bad', refusedRows: 'errors', countFrom: 1, names: 'hidden' } },
		[],
		codes(code('bad', 0), code('one', 1)),
	],
	[
		'nameless entries in another order with refusals are not matched by position',
		{ bulk: { refuse: 'bad', order: 'reversed', names: 'hidden' } },
		[],
		codes(code('bad', 0), code('one', 1), code('two', 2)),
	],
	[
		'listed refusals of a shared name are not matched by position',
		{ bulk: { refusedRows: 'errors', invalidRows: 'refuseRow' } },
		[],
		codes(code('one', 1), malformed('one'), code('one', 1)),
	],
	[
		'Ensure Active with one webhook per URL reports a deletion whose response was lost',
		{ webhooksPerUrl: 'one' },
		[lost({ path: '/api/webhooks*', after: 2, action: { type: 'reset', when: 'during' } })],
		{ ...ensured, present: 'less', alwaysRenew: false, others: 0 },
	],
	[
		'Ensure Active that cannot look up the new webhook reports that it may exist',
		{ subscribeAnswer: 'message' },
		[
			lost({
				...{ path: '/api/webhooks*', after: 2, times: 1 },
				action: { type: 'status', status: 403 },
			}),
		],
		{ ...ensured, present: 'less', alwaysRenew: false, others: 0 },
	],
	[
		'Ensure Active that cannot delete the earlier webhook reports that there are two',
		{},
		[lost({ path: '/api/webhooks*', after: 2, action: { type: 'status', status: 503 } })],
		{ ...ensured, present: 'same', alwaysRenew: true, others: 0 },
	],
	['Create Once without any response reports that it may have been done', {}, [lost({})], once],
	[
		'Create Once refused after a lost response reports that it may have been done',
		{},
		[
			lost({ after: 0, times: 1 }),
			lost({ after: 0, times: 1, action: { type: 'status', status: 422 } }),
		],
		once,
	],
])(
	'%s',
	inWorld(async (world, _name, settings, faults, job) => {
		expect(await getFlaws(world, { service: { settings, faults }, pace, job })).toEqual([]);
	}),
);

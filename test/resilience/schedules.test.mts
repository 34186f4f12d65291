/** Schedules of `test/soak` that once ended wrong, as small as they could be made. */
import { getFlaws } from '../soak/flaws.mts';
import type { CreateLinksJob, CreateManyJob, Fault, Job } from '../soak/schedule.mts';
import type { SettingsPatch } from '../../tools/sandbox/settings.mts';
import { openWorld, useOpenedFor } from '../support/world.mts';

const inWorld = useOpenedFor(openWorld);
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
});
const once: CreateLinksJob = {
	kind: 'createLinks',
	operation: 'createOnce',
	aliases: ['', '', ''],
	hasPassword: false,
};
const lost = (more: Partial<Fault>): Fault => ({
	path: '/v1/*',
	action: { type: 'reset', when: 'afterHandling' },
	...{ after: 1, times: 4, probability: 1, seed: 1 },
	...more,
});

test.concurrent.each<[name: string, settings: SettingsPatch, faults: Fault[], job: Job]>([
	[
		'rows before a refused one, in a list that does not say where its QR codes lead, are not created again',
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
		'row before a refused one gets the QR code of this run, not one that was like it before',
		{ bulk: { rowByRow: 'named' }, qrTargets: 'shown' },
		[],
		{ ...codes(code('one', 0), malformed('five')), hasTwin: true },
	],
	[
		'quota that ends in the middle of a batch leaves rows that are told of',
		{ bulk: { rowByRow: 'named' }, quotas: { qrs: 3 } },
		[],
		codes(code('one', 0), code('two', 1)),
	],
	[
		'nameless entries and a list of refusals apart are not paired by their place',
		{ bulk: { refuse: 'bad', refusedRows: 'errors', countFrom: 1, names: 'hidden' } },
		[],
		codes(code('bad', 0), code('one', 1)),
	],
	[
		'nameless entries in another order, with refusals among them, are not paired by their place',
		{ bulk: { refuse: 'bad', order: 'reversed', names: 'hidden' } },
		[],
		codes(code('bad', 0), code('one', 1), code('two', 2)),
	],
	[
		'refusals in a list apart, of a name that others have too, are not paired by their place',
		{ bulk: { refusedRows: 'errors', invalidRows: 'refuseRow' } },
		[],
		codes(code('one', 1), malformed('one'), code('one', 1)),
	],
	[
		'Ensure Active at one webhook per URL, whose deletion is done and never answered, says so',
		{ webhooksPerUrl: 'one' },
		[lost({ path: '/api/webhooks*', after: 2, action: { type: 'reset', when: 'during' } })],
		{ kind: 'ensureActive', present: 'less', alwaysRenew: false, others: 0 },
	],
	[
		'Ensure Active that cannot look up what it made says that it may have been made',
		{ subscribeAnswer: 'message' },
		[
			lost({
				...{ path: '/api/webhooks*', after: 2, times: 1 },
				action: { type: 'status', status: 403 },
			}),
		],
		{ kind: 'ensureActive', present: 'less', alwaysRenew: false, others: 0 },
	],
	[
		'Ensure Active that cannot delete the earlier webhook says that there are two',
		{},
		[lost({ path: '/api/webhooks*', after: 2, action: { type: 'status', status: 503 } })],
		{ kind: 'ensureActive', present: 'same', alwaysRenew: true, others: 0 },
	],
	['Create Once whose every answer is lost says that it may have been done', {}, [lost({})], once],
	[
		'Create Once that is refused after a lost answer says that it may have been done',
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

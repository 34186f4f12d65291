/** Schedules of `test/soak` that once failed, as small as possible. */
import { getFlaws } from '../soak/flaws.mts';
import type { JobOf, Fault, Job } from '../soak/schedule.mts';
import type { SettingsPatch } from '../../packages/sandbox/settings.mts';
import { openTriggerWorld } from '../support/trigger.mts';
import { useOpenedFor } from '../support/world.mts';

const inWorld = useOpenedFor(openTriggerWorld);
const pace = { continues: true, concurrency: 1, maxWait: 600 };

const code = (name: string, n: number) => ({ name, url: `https://example.com/${n}` });
const malformed = (name: string) => ({ name, url: 'ftp://example.com/bad' });
const codes = (...rows: JobOf<'createMany'>['rows']): JobOf<'createMany'> => ({
	kind: 'createMany',
	rows,
	batchSize: 50,
	format: 'none',
	hasTwin: false,
	skips: false,
	isDesigned: false,
});
const ensured = { kind: 'ensureActive' as const, url: 'https://example.com/hook' };
const plainly = { alwaysRenew: false, others: 0 };
const lost = (more: Partial<Fault>): Fault => ({
	path: '/api/webhooks*',
	action: { type: 'reset', when: 'afterHandling' },
	after: 1,
	times: 4,
	probability: 1,
	seed: 1,
	...more,
});

test.concurrent.each<[name: string, settings: SettingsPatch, job: Job, ...faults: Fault[]]>([
	[
		'a row that a nameless answer leaves open is not taken for an earlier one like it',
		{ bulk: { names: 'hidden' } },
		{ ...codes(code('five', 4)), hasTwin: true },
	],
	[
		'an alias whose creation got lost is not created again while the list is behind',
		{ listDelayMs: 150, takenAlias: 'replaced' },
		{ kind: 'upsert', aliases: ['winter', 'winter'], present: [], hasPassword: false },
		lost({ path: '/api/url/*', after: 0 }),
	],
	[
		'an alias that was replaced is reported with its ID',
		{ aliases: 'lowered', takenAlias: 'replaced' },
		{
			kind: 'upsert' as const,
			aliases: ['summer', 'Summer'],
			present: ['2031'],
			hasPassword: false,
		},
	],
	[
		'a row before a refused one gets the QR code of this run, not an earlier one like it',
		{ bulk: { rowByRow: 'named' }, qrTargets: 'shown' },
		{ ...codes(code('one', 0), malformed('five')), hasTwin: true },
	],
	[
		'rows beyond a quota that ends within a batch are reported',
		{ bulk: { rowByRow: 'named' }, quotas: { qrs: 3 } },
		codes(code('one', 0), code('two', 1)),
	],
	[
		'nameless entries in another order with refusals are not matched by position',
		{ bulk: { refuse: 'bad', order: 'reversed', names: 'hidden' } },
		codes(code('bad', 0), code('one', 1), code('two', 2)),
	],
	[
		'Ensure Active with one webhook per URL reports a deletion whose response was lost',
		{ webhooksPerUrl: 'one' },
		{ ...ensured, present: 'less', alwaysRenew: false, others: 0 },
		lost({ after: 2, action: { type: 'reset', when: 'during' } }),
	],
	[
		'Ensure Active that cannot look up the new webhook reports that it may exist',
		{ subscribeAnswer: 'message' },
		{ ...ensured, present: 'less', alwaysRenew: false, others: 0 },
		lost({ after: 2, times: 1, action: { type: 'status', status: 403 } }),
	],
	[
		'Ensure Active that cannot delete the earlier webhook reports that there are two',
		{},
		{ ...ensured, present: 'same', alwaysRenew: true, others: 0 },
		lost({ after: 2, action: { type: 'status', status: 503 } }),
	],
	[
		'a webhook that was changed instead of made is not deleted for lack of an event',
		{ webhooksPerUrl: 'replaced', planEvents: ['link.clicked'] },
		{ ...ensured, present: 'less', ...plainly },
	],
	[
		'the earlier webhook is not taken for a new one that is listed late',
		{ listDelayMs: 150, subscribeAnswer: 'message' },
		{ ...ensured, present: 'same', ...plainly, alwaysRenew: true },
	],
	[
		'an alias in two spellings is one link where Link Platform writes it in small letters',
		{ aliases: 'lowered', takenAlias: 'replaced' },
		{ kind: 'upsert', aliases: ['Summer', 'summer'], present: [], hasPassword: false },
	],
	[
		'a link whose creation is in doubt is looked for again',
		{ takenAlias: 'replaced' },
		{ kind: 'upsert', aliases: ['2031', '2031', '2031'], present: [], hasPassword: false },
		lost({
			path: '/api/url/*',
			after: 0,
			times: 2,
			action: { type: 'status', status: 500, afterHandling: true },
		}),
	],
	[
		'a QR code that is listed late may have been created',
		{ bulk: { shape: 'message' }, listDelayMs: 150 },
		codes(code('One', 1)),
	],
	[
		'a link of the run that is listed late is known after another row has failed',
		{ listDelayMs: 150, takenAlias: 'replaced' },
		{
			kind: 'upsert',
			aliases: ['spring', 'grün', 'spring', 'spring'],
			present: [],
			hasPassword: false,
		},
	],
	[
		'a webhook that was replaced by one with fewer events stays',
		{ webhooksPerUrl: 'replaced', planEvents: ['link.clicked'] },
		{ ...ensured, present: 'same', ...plainly, alwaysRenew: true },
	],
])(
	'the soak finds no flaw: %s',
	inWorld(async (world, _name, settings, job, ...faults) => {
		expect(await getFlaws(world, { service: { settings, faults }, pace, job })).toEqual([]);
	}),
);

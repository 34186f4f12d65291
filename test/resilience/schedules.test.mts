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
	mode: 'create',
	present: [],
	isDesigned: false,
});
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
		"createMany doesn't take an earlier QR code for one that it created if the response has no names",
		{ bulk: { names: 'hidden' } },
		{ ...codes(code('five', 4)), hasTwin: true },
	],
	[
		"link.upsert doesn't create an alias again if the response was lost and the list isn't up to date",
		{ listDelayMs: 150, takenAlias: 'replaced' },
		{ kind: 'upsert', aliases: ['winter', 'winter'], present: [], hasPassword: false },
		lost({ path: '/api/url/*', after: 0 }),
	],
	[
		'link.upsert reports the ID of a link that got another alias',
		{ aliases: 'lowered', takenAlias: 'replaced' },
		{
			kind: 'upsert' as const,
			aliases: ['summer', 'Summer'],
			present: ['2031'],
			hasPassword: false,
		},
	],
	[
		'createMany gives a row before a refused row its new QR code, not an earlier one with the same data',
		{ bulk: { rowByRow: 'named' }, qrTargets: 'shown' },
		{ ...codes(code('one', 0), malformed('five')), hasTwin: true },
	],
	[
		'createMany reports the rows beyond a quota that is used up within a batch',
		{ bulk: { rowByRow: 'named' }, quotas: { qrs: 3 } },
		codes(code('one', 0), code('two', 1)),
	],
	[
		"createMany doesn't match entries without names by position if their order differs and some are refused",
		{ bulk: { refuse: 'bad', order: 'reversed', names: 'hidden' } },
		codes(code('bad', 0), code('one', 1), code('two', 2)),
	],
	[
		'link.upsert creates one link for an alias in two spellings if Link Platform stores aliases in lower case',
		{ aliases: 'lowered', takenAlias: 'replaced' },
		{ kind: 'upsert', aliases: ['Summer', 'summer'], present: [], hasPassword: false },
	],
	[
		'link.upsert looks again for a link that may have been created',
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
		"createMany says that a QR code may have been created if the list isn't up to date",
		{ bulk: { shape: 'message' }, listDelayMs: 150 },
		codes(code('One', 1)),
	],
	[
		"link.upsert remembers a link that it created but that isn't listed yet, even after another row failed",
		{ listDelayMs: 150, takenAlias: 'replaced' },
		{
			kind: 'upsert',
			aliases: ['spring', 'grün', 'spring', 'spring'],
			present: [],
			hasPassword: false,
		},
	],
])(
	'the soak test finds no fault: %s',
	inWorld(async (world, _name, settings, job, ...faults) => {
		expect(await getFlaws(world, { service: { settings, faults }, pace, job })).toEqual([]);
	}),
);

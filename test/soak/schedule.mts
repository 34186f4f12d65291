/** Random services and jobs, as plain data, so that a failing one can become a test. */
import fc from 'fast-check';
import type { SettingsPatch } from '../../tools/sandbox/settings.mts';

export interface Fault {
	path: string;
	action: object;
	after: number;
	times: number;
	probability: number;
	seed: number;
}

export interface Service {
	settings: SettingsPatch;
	faults: Fault[];
}

/** The settings of the node. */
export interface Pace {
	continues: boolean;
	concurrency: number;
	maxWait: number;
}

export interface CreateManyJob {
	kind: 'createMany';
	rows: Array<{ name: string; url: string }>;
	batchSize: number;
	format: 'none' | 'png' | 'svg' | 'pdf';
	/** Whether a QR code like the first row exists. */
	hasTwin: boolean;
	/** Whether existing names are skipped; then a second run must create nothing. */
	skips: boolean;
}

export interface GetManyJob {
	kind: 'getMany';
	of: 'link' | 'qrCode' | 'activity' | 'webhook';
	count: number;
	/** 0: all. */
	limit: number;
}

export interface CreateLinksJob {
	kind: 'createLinks';
	operation: 'create' | 'createOnce';
	/** The alias of each row; if empty, Link Platform creates one. */
	aliases: string[];
	hasPassword: boolean;
}

export interface UpsertJob {
	kind: 'upsert';
	aliases: string[];
	/** Existing aliases. */
	present: string[];
	hasPassword: boolean;
}

export interface EnsureActiveJob {
	kind: 'ensureActive';
	present: 'none' | 'same' | 'less' | 'inactive';
	alwaysRenew: boolean;
	/** Webhooks of other URLs. */
	others: number;
}

export type Job = CreateManyJob | GetManyJob | CreateLinksJob | UpsertJob | EnsureActiveJob;

export interface Schedule {
	service: Service;
	pace: Pace;
	job: Job;
}

// Failing schedules shrink to the first choice, which is thus the sandbox's default.
const one = fc.constantFrom;
const seldom = fc.nat(5).map((n) => n === 5);

const limited: fc.Arbitrary<SettingsPatch['rateLimit']> = fc
	.record({
		limit: fc.integer({ min: 4, max: 9 }),
		windowSeconds: one(0.2, 0.4),
		isOfEndpoint: fc.boolean(),
		headers: one('X-RateLimit', 'RateLimit', 'X-Rate-Limit', 'structured', 'none'),
		resetFormat: one('epoch', 'epochMs', 'delta', 'iso', 'httpDate', 'none'),
		rounding: one('up', 'down'),
		windows: one('firstRequest', 'clock'),
		retryAfter: one('seconds', 'date', 'none'),
		on429: one('status', 'body200'),
		clockSkewSeconds: one(0, 0, -240, 180),
	})
	.map(({ isOfEndpoint, limit, windowSeconds, ...style }) =>
		isOfEndpoint
			? {
					limit: 60,
					...style,
					endpoints: ['/api/url/add', '/api/qr/bulk', '/api/qr/:id/download', '/api/urls'].map(
						(path) => ({ path, limit, windowSeconds }),
					),
				}
			: { limit, windowSeconds, ...style },
	);

const settings: fc.Arbitrary<SettingsPatch> = fc.record({
	bulk: fc.record({
		order: one('given', 'reversed', 'shuffled'),
		shape: one('keyed', 'list', 'bare', 'topLevel'),
		maxRows: one(500, 500, 3, 1),
		refuse: one('', '', 'bad', 'row 3'),
		refusedRows: one('inline', 'errors', 'omit'),
		invalidRows: one('refuseAll', 'refuseRow'),
		rowByRow: one('no', 'named', 'unnamed'),
		positions: one('none', 'index', 'row', 'keys'),
		countFrom: one(0, 1),
		names: one('shown', 'hidden'),
	}),
	rateLimit: fc.oneof(
		{ weight: 6, arbitrary: fc.constant({ limit: null }) },
		{ weight: 1, arbitrary: limited },
	),
	quotas: fc.record({ qrs: one(1_000_000, 1_000_000, 1_000_000, 6) }),
	maxPageSize: one(100, 7, 3),
	nextpage: one('null', 'same', 'absent', 'always'),
	emptyMaxpage: one(1, 0),
	emptyPages: one<number[][]>([], [], [2], [2, 3], [1]),
	validation: one('sentence', 'byField'),
	invalidStatus: one(422, 400),
	failuresAs200: seldom,
	errorAs: one('number', 'string', 'boolean'),
	idsAsStrings: fc.boolean(),
	names: one('asGiven', 'escaped'),
	targets: one('asGiven', 'normalized'),
	qrTargets: one('hidden', 'shown'),
	activity: one('full', 'alike'),
	webhookPageSize: one(null, 2, 3),
	webhooksPerUrl: one('any', 'one'),
	subscribeAnswer: one('record', 'topLevel', 'message'),
	deletions: one('body', 'noContent'),
});

/** All are truthful: a refused request was not carried out. */
const action = fc.oneof(
	{
		weight: 12,
		arbitrary: one<object[]>(
			...[500, 503, 504, 520].map((status) => ({ type: 'status', status })),
			{ type: 'status', status: 502, body: 'upstream', afterHandling: true },
			{ type: 'status', status: 200, body: { error: 500 } },
			{ type: 'reset', when: 'before' },
			{ type: 'reset', when: 'afterHandling' },
			{ type: 'reset', when: 'during' },
			{ type: 'truncate' },
			{ type: 'truncate', declare: 'cut' },
			{ type: 'html' },
			{ type: 'html', afterHandling: true },
			{ type: 'empty' },
			{ type: 'empty', afterHandling: true },
			{ type: 'wrongJson' },
			{ type: 'wrongJson', body: '7', afterHandling: true },
			{ type: 'wrongJson', body: 'null', afterHandling: true },
			{ type: 'gzip' },
			{ type: 'bom' },
			{ type: 'delay', ms: 30 },
			{ type: 'delay', ms: 30, afterHandling: true },
			{ type: 'status', status: 422, body: { message: 'Row 1 is not valid' } },
			{ type: 'status', status: 403 },
			{ type: 'echo' },
			{ type: 'rateLimit', retryAfter: 0.05 },
		),
	},
	// These cost seconds each.
	{
		weight: 1,
		arbitrary: one<object[]>(
			{ type: 'stall', afterHandling: true },
			{ type: 'stall', during: true },
			{ type: 'rateLimit' },
		),
	},
);
const fileAction = one<object[]>(
	{ type: 'file' },
	{ type: 'file', status: 304 },
	{ type: 'file', body: 'Come again later', contentType: 'text/plain' },
	{ type: 'file', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
	{ type: 'file', body: '%PDF', contentType: 'application/octet-stream' },
);
const times = {
	after: fc.nat(8),
	times: one(1, 1, 2, 4, 12),
	probability: one(1, 1, 0.5, 0.1),
	seed: fc.nat(1_000),
};
const IMAGES = '/api/qr/:id/download';
const PATHS: Record<Job['kind'], string[]> = {
	createMany: ['/api/*', '/api/qr/bulk', '/api/qrs', IMAGES],
	getMany: ['/api/*'],
	createLinks: ['/*', '/api/url/add', '/v1/links'],
	upsert: ['/api/*', '/api/urls', '/api/url/*'],
	ensureActive: ['/api/*', '/api/webhooks/subscribe*'],
};
/** A fault at any path of the job, and its form for files. */
const anyFault = fc.record({
	place: fc.nat(11),
	action,
	fileAction,
	isOfFile: fc.boolean(),
	...times,
});
type AnyFault = Omit<typeof anyFault extends fc.Arbitrary<infer T> ? T : never, 'times'> & {
	times: number;
};

function toFault(kind: Job['kind'], given: AnyFault): Fault {
	const { place, isOfFile, fileAction: ofFile, ...rest } = given;
	const path = PATHS[kind][place % PATHS[kind].length];
	return { ...rest, path, action: path === IMAGES && isOfFile ? ofFile : rest.action };
}

/** The wait doubles with each refusal without a time. */
const patient = anyFault.map((given) =>
	'type' in given.action && given.action.type === 'rateLimit'
		? { ...given, times: Math.min(given.times, 2) }
		: given,
);

const url = one(
	...Array.from({ length: 9 }, (_, n) => `https://example.com/${n}`),
	'https://example.com',
	'https://example.com/?a=1&b=2',
	'ftp://example.com/bad',
);
const name = one(
	...['one', 'two', 'three', 'four', 'five', 'six'],
	...['Tom & Jerry', '<b> "quoted"', 'bad apple', 'Ünicode ✓', 'row 3', '7'],
);
/** Rows that resemble each other, one of them invalid. */
const alike = one(
	{ name: 'one', url: 'https://example.com/1' },
	{ name: 'one', url: 'https://example.com/2' },
	{ name: 'two', url: 'https://example.com/1' },
	{ name: 'one', url: 'ftp://example.com/bad' },
);
/** More rows than fit a batch, each with a target of its own, some of one name. */
const many = fc
	.array(fc.nat(30), { minLength: 20, maxLength: 40 })
	.map((names) =>
		names.map((name, n) => ({ name: `row ${name}`, url: `https://example.com/${n}` })),
	);
const alias = one('summer', 'winter', 'spring', 'autumn', 'launch');
const count = fc.oneof(fc.nat(12), fc.nat(120));

const job: fc.Arbitrary<Job> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constant('createMany' as const),
			rows: fc.oneof(
				fc.array(fc.record({ name, url }), { minLength: 1, maxLength: 9 }),
				fc.array(alike, { minLength: 2, maxLength: 9 }),
				many,
			),
			batchSize: one(50, 8, 4, 2, 1),
			format: one('none' as const, 'svg' as const, 'png' as const, 'pdf' as const),
			hasTwin: seldom,
			skips: seldom,
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('getMany' as const),
			of: one('link' as const, 'qrCode' as const, 'activity' as const, 'webhook' as const),
			count,
			limit: one(0, 0, 1, 10, 100),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('createLinks' as const),
			operation: one('create' as const, 'createOnce' as const),
			aliases: fc.oneof(
				fc.array(fc.oneof(fc.constant(''), alias), { minLength: 1, maxLength: 8 }),
				fc.array(fc.constant(''), { minLength: 20, maxLength: 40 }),
			),
			hasPassword: fc.boolean(),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('upsert' as const),
			aliases: fc.array(alias, { minLength: 1, maxLength: 8 }),
			present: fc.uniqueArray(one('summer', 'winter'), { maxLength: 2 }),
			hasPassword: fc.boolean(),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('ensureActive' as const),
			present: one('none' as const, 'same' as const, 'less' as const, 'inactive' as const),
			alwaysRenew: fc.boolean(),
			others: fc.nat(4),
		}),
	},
);

/** A service, the settings of the node, and its job. */
export const schedules: fc.Arbitrary<Schedule> = fc
	.record({
		settings,
		faults: fc.array(patient, { maxLength: 6 }),
		pace: fc.record({
			continues: one(true, true, true, false),
			concurrency: one(1, 3, 5, 40),
			maxWait: one(600, 600, 1),
		}),
		job,
	})
	.map(({ settings: ways, faults, ...rest }) => ({
		service: { settings: ways, faults: faults.map((given) => toFault(rest.job.kind, given)) },
		...rest,
	}));

/** Draws random deployments and jobs as plain data, so that a failing schedule can be turned into a test. */
import fc from 'fast-check';
import type { SettingsPatch } from '../../packages/sandbox/settings.mts';
import { table } from '../support/table.mts';
import { deployments } from './deployment.mts';

export interface Fault {
	path: string;
	action: object;
	after: number;
	times: number;
	probability: number;
	seed: number;
}

export interface Schedule {
	service: { settings: SettingsPatch; faults: Fault[] };
	/** Settings of the node and the credential. */
	pace: { continues: boolean; concurrency: number; maxWait: number };
	job: Job;
}

export const LISTS = {
	link: ['/api/urls', 'urls', 'links'],
	qrCode: ['/api/qrs', 'qrs', 'qrs'],
	activity: ['/api/url/:id/stats/activity', 'activity', 'clicks'],
	webhook: ['/api/webhooks', 'webhooks', ''],
	subscriber: ['/api/bio/:id/subscribers', 'subscribers', 'subscribers'],
	bioPage: ['/api/bios', 'bios', 'bios'],
	campaign: ['/api/campaigns', 'campaigns', ''],
	domain: ['/api/domains', 'domains', ''],
	apiKey: ['/api/account/apikeys', 'keys', ''],
	channel: ['/v3/api/channels', 'channels', 'channels'],
	pixel: ['/v3/api/pixels', 'pixels', 'pixels'],
	file: ['/v3/api/files', 'list', 'files'],
	ctaOverlay: ['/v3/api/overlay', 'cta', 'overlays'],
	splashPage: ['/v3/api/splash', 'splash', 'splash'],
	legacyCampaign: ['/v3/api/campaigns', 'campaigns', ''],
	legacyDomain: ['/v3/api/domains', 'domains', ''],
} satisfies Record<string, [path: string, collection: string, fill: string]>;

type Drawn<Choice> = Choice extends fc.Arbitrary<infer Value> ? Value : never;

// Put the plainest choice first, because failing schedules shrink to the first choice.
const one = fc.constantFrom;
/** A generator of the values in a text, one per line. */
const choose = (text: TemplateStringsArray) => one(...table<[object]>(text).flat());
const seldom = fc.nat(5).map((n) => n === 5);

/** A generator of faults. The service is truthful: it never carries out a request that it refuses. */
const action = fc.oneof(
	{
		weight: 12,
		arbitrary: choose`
			{"type": "status", "status": 500}
			{"type": "status", "status": 503}
			{"type": "status", "status": 504}
			{"type": "status", "status": 520}
			{"type": "status", "status": 502, "body": "upstream", "afterHandling": true}
			{"type": "status", "status": 200, "body": {"error": 500}}
			{"type": "reset", "when": "before"}
			{"type": "reset", "when": "afterHandling"}
			{"type": "reset", "when": "during"}
			{"type": "truncate"}
			{"type": "truncate", "declare": "cut"}
			{"type": "html"}
			{"type": "html", "afterHandling": true}
			{"type": "empty"}
			{"type": "empty", "afterHandling": true}
			{"type": "wrongJson"}
			{"type": "wrongJson", "body": "7", "afterHandling": true}
			{"type": "wrongJson", "body": "null", "afterHandling": true}
			{"type": "gzip"}
			{"type": "bom"}
			{"type": "delay", "ms": 30}
			{"type": "delay", "ms": 30, "afterHandling": true}
			{"type": "status", "status": 422, "body": {"message": "Row 1 is not valid"}}
			{"type": "status", "status": 403, "body": {"error": 1, "message": "Quota: 10 of 10 used"}}
			{"type": "status", "status": 403}
			{"type": "echo"}
			{"type": "rateLimit", "retryAfter": 0.05}
		`,
	},
	// Draw these faults rarely, because each of them takes seconds.
	{
		weight: 1,
		arbitrary: choose`
			{"type": "stall", "afterHandling": true}
			{"type": "stall", "during": true}
			{"type": "rateLimit"}
		`,
	},
);
const fileAction = choose`
	{"type": "file"}
	{"type": "file", "status": 304}
	{"type": "file", "body": "Come again later", "contentType": "text/plain"}
	{"type": "file", "body": "<svg xmlns='http://www.w3.org/2000/svg'/>"}
	{"type": "file", "body": "%PDF", "contentType": "application/octet-stream"}
`;
const IMAGES = '/api/qr/:id/download';
const PATHS: Record<Job['kind'], string[]> = {
	createMany: ['/api/*', '/api/qr/bulk', '/api/qrs', IMAGES],
	getMany: ['/api/*', '/v3/*'],
	createLinks: ['/*', '/api/url/add', '/v1/links'],
	upsert: ['/api/*', '/api/urls', '/api/url/*'],
	trigger: ['/api/*', '/api/webhooks/subscribe*', '/api/webhooks'],
};
/** A generator of faults at any path of a job. Paths that return files may have a different type of fault. */
const anyFault = fc.record({
	place: fc.nat(11),
	action,
	fileAction,
	isOfFile: fc.boolean(),
	after: fc.nat(8),
	times: one<number[]>(1, 1, 2, 4, 12),
	probability: one(1, 1, 0.5, 0.1),
	seed: fc.nat(1_000),
});
function toFault(kind: Job['kind'], given: Drawn<typeof anyFault>): Fault {
	const { place, isOfFile, fileAction: ofFile, ...rest } = given;
	const path = PATHS[kind][place % PATHS[kind].length];
	return { ...rest, path, action: path === IMAGES && isOfFile ? ofFile : rest.action };
}

/** A generator of faults. A rate limit refuses at most two requests, because the wait doubles with each refusal. */
const patient = anyFault.map((given) =>
	'type' in given.action && given.action.type === 'rateLimit'
		? { ...given, times: Math.min(given.times, 2) }
		: given,
);

/** A generator of URLs, some of which can be written in several ways. */
const url = one<string[]>(
	...Array.from({ length: 9 }, (_, n) => `https://example.com/${n}`),
	'https://example.com',
	'https://example.com/?a=1&b=2',
	'https://Example.COM:443/Menu',
	'https://bücher.example/größe?q=ä+b',
	'https://example.com/%C3%A4/a%20b',
	'https://example.com/e\u0301te\u0301',
);
const badUrl = one<string[]>(
	'ftp://example.com/bad',
	'example.com/bare',
	`https://example.com/${'x'.repeat(2100)}`,
);
const name = one<string[]>(
	'one',
	'two',
	'three',
	'four',
	'five',
	'six',
	'Tom & Jerry',
	'<b> "quoted"',
	'bad apple',
	'Ünicode ✓',
	'row 3',
	'7',
	' Padded  twice ',
	'Cafe\u0301',
	'Café',
	'One',
	"O'Brien",
	'0',
	'Table “12”',
);
/** A generator of rows that resemble each other. The last choice is an invalid row. */
const alike = choose`
	{"name": "one", "url": "https://example.com/1"}
	{"name": "one", "url": "https://example.com/2"}
	{"name": "two", "url": "https://example.com/1"}
	{"name": "one", "url": "ftp://example.com/bad"}
` as fc.Arbitrary<{ name: string; url: string }>;
/** A generator of many rows with different targets. Some rows share a name, and some are invalid. */
const many = fc.array(fc.nat(60), { minLength: 20, maxLength: 40 }).map((names) =>
	names.map((number, n) => ({
		name: `row ${number % 31}`,
		url: `${number > 57 ? 'ftp' : 'https'}://example.com/${n}`,
	})),
);
const aliases = ['summer', 'winter', 'spring', 'autumn', 'launch', 'Summer', '2031', 'été', 'grün'];
const alias = one(...aliases);
const none: fc.Arbitrary<string> = fc.constant('');
const count = fc.oneof(fc.nat(12), fc.nat(60));

/** Generators of jobs that users run with the nodes. */
const jobs = {
	createMany: fc.record({
		kind: fc.constant('createMany' as const),
		rows: fc.oneof(
			fc.array(fc.record({ name, url: fc.oneof({ weight: 12, arbitrary: url }, badUrl) }), {
				minLength: 1,
				maxLength: 9,
			}),
			fc.array(alike, { minLength: 2, maxLength: 9 }),
			many,
		),
		batchSize: one<number[]>(50, 8, 4, 2, 1),
		format: one('none', 'none', 'none', 'svg', 'png', 'pdf'),
		/** True if a QR code like the first row exists before the run. */
		hasTwin: seldom,
		/** The value of 'If Name Exists'. With any but `create`, a second run must create nothing. */
		mode: fc.oneof(
			{ weight: 4, arbitrary: fc.constant('create' as const) },
			{
				weight: 4,
				arbitrary: one(
					'keepSame' as const,
					'keep' as const,
					'update' as const,
					'createOther' as const,
				),
			},
		),
		/** QR codes with the names of rows that exist before a run that looks them up. */
		present: fc.array(
			fc.record({ row: fc.nat(8), leadsTo: one('same', 'longer', 'shorter', 'other') }),
			{ maxLength: 4 },
		),
		/** True if every second row has a color. The node creates such a row with a separate request. */
		isDesigned: seldom,
	}),
	getMany: fc.record({
		kind: fc.constant('getMany' as const),
		of: one(...(Object.keys(LISTS) as Array<keyof typeof LISTS>)),
		count,
		/** The maximum number of records; 0 stands for Return All. */
		limit: one<number[]>(0, 0, 1, 10, 100),
	}),
	createLinks: fc.record({
		kind: fc.constant('createLinks' as const),
		operation: one('create' as const, 'createOnce' as const),
		/** The alias of each row. If the value is empty, Link Platform generates an alias. */
		aliases: fc.oneof(
			fc.array(fc.oneof(none, alias), { minLength: 1, maxLength: 8 }),
			fc.array(none, { minLength: 20, maxLength: 40 }),
		),
		hasPassword: fc.boolean(),
	}),
	upsert: fc.record({
		kind: fc.constant('upsert' as const),
		aliases: fc.array(alias, { minLength: 1, maxLength: 8 }),
		/** The aliases that exist before the run. */
		present: fc.uniqueArray(alias, { maxLength: 3 }),
		hasPassword: fc.boolean(),
	}),
	/** A job that publishes a trigger, lets hours pass, delivers events, and unpublishes the trigger. */
	trigger: fc.record({
		kind: fc.constant('trigger' as const),
		/** The origin of n8n's public URL, as its owner configured it; '' for the default. */
		origin: one<string[]>(
			'',
			'https://N8N.example.com',
			'https://n8n.example.com:443',
			'https://bücher.example',
		),
		checks: fc.nat(2),
		clicks: fc.nat(2),
		scans: fc.nat(1),
		/** The number of subscriptions that belong to somebody else. */
		others: fc.nat(2),
		/** True if the trigger filters by one link. */
		isFiltered: fc.boolean(),
	}),
};

/** The fields of a job of this kind. */
export type JobOf<Kind extends keyof typeof jobs> = Drawn<(typeof jobs)[Kind]>;
export type Job = { [Kind in keyof typeof jobs]: JobOf<Kind> }[keyof typeof jobs];

const job: fc.Arbitrary<Job> = fc.oneof(
	{ weight: 9, arbitrary: jobs.createMany },
	{ weight: 5, arbitrary: jobs.getMany },
	{ weight: 3, arbitrary: jobs.createLinks },
	{ weight: 3, arbitrary: jobs.upsert },
	{ weight: 4, arbitrary: jobs.trigger },
);

/** A generator of schedules: a service, the settings of the node and the credential, and a job. */
export const schedules: fc.Arbitrary<Schedule> = fc
	.record({
		settings: deployments,
		faults: fc.array(patient, { maxLength: 4 }),
		hasFaults: one(false, true, true),
		pace: fc.record({
			continues: one(true, true, true, false),
			concurrency: one(1, 3, 5, 40),
			maxWait: one(600, 600, 600, 600, 600, 1),
		}),
		job,
	})
	.map(({ settings, faults, hasFaults, ...rest }) => {
		const present = hasFaults ? faults.map((given) => toFault(rest.job.kind, given)) : [];
		return { service: { settings, faults: present }, ...rest };
	});

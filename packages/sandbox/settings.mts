import { z } from 'zod/v4';

/** The key of the seeded demo account: public on purpose, worth nothing outside this sandbox. */
export const DEMO_KEY = 'lp_sandbox_4f8a1c6e2b7d9053a1c4e8f2';

/** A setting; `drawn` are the values that the soak chooses from, where the type does not list them. */
const setting = <Type extends z.ZodType>(type: Type, description: string, drawn?: unknown[]) =>
	type.meta({ description, ...(drawn ? { drawn } : {}) });
/** The first value is the default. */
const choice = <const Values extends [string, ...string[]]>(values: Values, description: string) =>
	setting(z.enum(values).default(values[0] as never), description);
const flag = (value: boolean, description: string) =>
	setting(z.boolean().default(value), description);
/** A whole number of at least 1. */
const count = (value: number, description: string, drawn?: number[]) =>
	setting(z.int().positive().default(value), description, drawn);
/** A limit that does not apply by default. */
const limit = (min: number, description: string, drawn?: number[]) =>
	setting(z.int().min(min).nullable().default(null), description, drawn);
const quota = (value: number, drawn?: number[]) =>
	setting(z.int().nonnegative().default(value), 'limit of the plan; one more is refused', drawn);
const strings = (description: string, drawn?: string[][]) =>
	setting(z.array(z.string()).default([]), description, drawn);

/** Neither API documents these formats: these are the ones seen at real deployments. */
const rateLimitStyle = {
	headers: choice(['X-RateLimit', 'none'], 'prefix of the header names'),
	resetFormat: choice(
		['epoch', 'epochMs', 'delta', 'iso', 'httpDate', 'space', 'none'],
		'format of the reset header; `space`: `2026-05-01 12:00:00`, in UTC',
	),
	retryAfter: choice(['seconds', 'none'], 'format of `Retry-After`'),
	on429: choice(['status', 'body200'], '`body200`: HTTP 200 with `error: 429` in the body'),
};

const endpointLimit = z.strictObject({
	method: z.string().optional(),
	path: z.string().describe('route pattern like /api/url/:id, or a prefix like /v3/*'),
	limit: z.int().positive().nullable(),
	windowSeconds: z.number().positive().default(60),
	headers: rateLimitStyle.headers.unwrap().optional(),
	resetFormat: rateLimitStyle.resetFormat.unwrap().optional(),
	retryAfter: rateLimitStyle.retryAfter.unwrap().optional(),
	on429: rateLimitStyle.on429.unwrap().optional(),
});

const rateLimit = z.strictObject({
	preset: choice(
		['none', 'seen'],
		'`seen`: 60 requests per window, 20 to create links, 20 QR downloads, 5 exports and 3 batches, for all keys together; no reset header, and `Retry-After` with a 429; `endpoints` come first',
	),
	limit: limit(1, 'requests per window; `null`: no limit', [4, 9]),
	windowSeconds: setting(z.number().positive().default(60), 'length of a window', [0.2, 0.4]),
	...rateLimitStyle,
	rounding: choice(['up', 'down'], 'of reset times and `Retry-After` to whole seconds'),
	windows: choice(['firstRequest', 'clock'], '`clock`: they begin at multiples of their length'),
	endpoints: setting(
		z.array(endpointLimit).default([]),
		'`{method, path, limit, …}`: the first match replaces the general limit',
		['/api/url/add', '/api/qr/bulk', '/api/qr/:id/download', '/api/urls'].map((path) => [
			{ path, limit: 5, windowSeconds: 0.2 },
		]),
	),
	clockSkewSeconds: setting(
		z.number().default(0),
		'shifts the `Date` header and reset times',
		[-240, 180],
	),
	countsRows: flag(
		false,
		'each row of a batch counts; with `bulk.rowByRow`, the limit ends a batch in the middle',
	),
});

const bulk = z.strictObject({
	order: choice(['given', 'reversed', 'shuffled'], 'order of the entries in a response'),
	shape: choice(
		['keyed', 'list', 'bare', 'topLevel', 'message'],
		'`data.qrs`, a paged list, an array as `data`, `qrs` beside `error`, or only a message',
	),
	entries: choice(
		['plain', 'enveloped', 'ids'],
		'`enveloped`: each as `{error, data}`; `ids`: the bare ID of what was created',
	),
	maxRows: count(500, 'more rows get a 413', [3, 1]),
	refuse: setting(z.string().default(''), 'refuses rows whose name contains this text', ['bad']),
	refusedRows: choice(
		['inline', 'errors', 'omit'],
		'an `{error, message, name}` entry, a separate `errors` list, or left out',
	),
	invalidRows: choice(['refuseAll', 'refuseRow'], 'whether a malformed row fails the whole call'),
	rowByRow: choice(
		['no', 'named', 'unnamed'],
		'rows are created one by one; a bad one ends the call and is named or not; earlier rows stay',
	),
	positions: choice(
		['none', 'index', 'row', 'keys', 'nameKeys'],
		'how an entry says which row it is: by a field of that name, or by its place or name as key in an object',
	),
	countFrom: setting(z.literal([0, 1]).default(0), 'position of the first row'),
	places: choice(
		['path', 'row', 'none'],
		'how a refusal says which row it means: `qrs.3.url`, `row 3`, or not at all',
	),
	names: choice(['shown', 'hidden'], 'whether entries contain the name'),
});

const quotas = z.strictObject({
	urls: quota(1_000_000, [8]),
	clicks: quota(10_000_000),
	qrs: quota(1_000_000, [6]),
	bios: quota(1_000),
	domains: quota(100),
});

/** What deployments of the legacy API do differently from each other. */
const legacy = z.strictObject({
	offered: flag(true, '`false`: all its routes return 404'),
	campaignName: choice(
		['domain', 'campaign', 'name'],
		'field that holds the name of a campaign; lists mix it with `name`',
	),
	overlays: choice(['cta', 'overlay'], 'name of the collection'),
	channelUpdate: choice(['message', 'record'], 'response to an update of a channel'),
	maxUploadBytes: count(1024 ** 3, 'a larger file gets a 413'),
});

/** Everything that can be changed while the sandbox runs; the defaults are its normal behavior. */
export const settingsSchema = z.strictObject({
	brand: setting(
		z
			.string()
			.regex(/^[A-Za-z][A-Za-z0-9-]*$/)
			.default('Service'),
		'in the names of the webhook headers: `X-<brand>-Signature`, `-Event`, `-Delivery`',
		['Acme', 'My-Links'],
	),
	latencyMs: setting(z.number().nonnegative().default(0), 'added before every response', [5]),
	timeScale: setting(z.number().positive().default(1), 'factor of the webhook retry delays'),
	ackTimeoutMs: setting(z.number().positive().default(10_000), 'time limit for a webhook receiver'),
	retryDelaysSeconds: setting(
		z.array(z.number().nonnegative()).default([60, 300, 1800, 7200, 86400]),
		'of webhook deliveries',
	),
	allowRemoteTargets: flag(false, 'delivers webhooks to other machines, too'),
	localOrigins: setting(
		z.record(z.string(), z.string()).default({}),
		'public origins that webhooks reach at another origin on this machine',
	),
	extraEvents: strings('event types beside the documented ones', [['link.archived']]),

	rateLimit: rateLimit.prefault({}),
	quotas: quotas.prefault({}),
	quotaWords: choice(
		['limit', 'used', 'line'],
		'"limit of 10 is reached", "10 of 10 used", or "failed on line 1"',
	),
	bulk: bulk.prefault({}),

	maxPageSize: count(100, 'a larger `limit` is cut to this', [7, 3]),
	nextpage: choice(['null', 'same', 'absent', 'always'], '`nextpage` on the last page of a list'),
	emptyMaxpage: setting(z.literal([1, 0]).default(1), '`maxpage` of an empty list'),
	figures: choice(['right', 'ofPage', 'text'], '`ofPage`: `result` counts the page'),
	listOrder: choice(['oldest', 'newest', 'random'], 'order of lists'),
	collections: choice(
		['named', 'list', 'bare', 'other'],
		'lists in `data.<name>`, in `data.list`, as an array in `data`, or under a name that nobody expects',
	),
	listDelayMs: setting(
		z.number().nonnegative().default(0),
		'lists show records only after this time, as a replica does',
		[150],
	),
	qrSearch: choice(
		['contains', 'exact', 'ignored'],
		'what `search` of `GET /api/qrs` finds; `exact`: whole names and targets',
	),

	keyHeaders: choice(
		['both', 'bearer', 'x-api-key'],
		'headers that the current API accepts a key in',
	),
	invalidStatus: setting(z.literal([422, 400]).default(422), 'status for invalid values'),
	failuresAs200: flag(false, 'failures come with HTTP 200 and `error: 1`'),
	notFound: choice(
		['status', 'null', 'empty', 'absent'],
		'reading an unknown record: a 404, or HTTP 200 with `data` as `null`, `{}`, or absent',
	),
	errorAs: choice(['number', 'string', 'boolean'], 'type of `error` in every response'),
	envelope: choice(['data', 'topLevel'], '`topLevel`: what is in `data` otherwise, beside `error`'),
	createdStatus: setting(z.literal([200, 201]).default(200), 'status of a creation'),
	remarks: choice(
		['none', 'message', 'warnings'],
		'what a successful write says beside its record',
	),
	json: choice(['plain', 'escaped'], '`escaped`: `\\/` and `\\u00fc`, as PHP writes'),
	extraFields: flag(false, 'records hold lists and records that no document names'),
	ids: choice(
		['ascending', 'descending', 'random', 'long', 'uuid'],
		'`long`: above 2^53, one apart from each other',
	),
	idsAsStrings: flag(false, 'ids are strings in every response'),
	counters: choice(
		['number', 'text'],
		'clicks, scans, views, and the figures of quotas and statistics',
	),
	nulls: choice(['null', 'absent', 'empty'], 'fields without a value: `null`, left out, or `""`'),
	dates: choice(
		['documented', 'space', 'noOffset', 'offset', 'seconds', 'milliseconds'],
		'moments in records and deliveries; `offset`: in another zone; the last two since 1970',
	),
	names: choice(
		['asGiven', 'escaped', 'trimmed', 'composed', 'decomposed'],
		'`escaped`: as in HTML, `Tom &amp; Jerry`; the last two are forms of Unicode',
	),
	targets: choice(
		['asGiven', 'normalized', 'decoded'],
		'URLs of targets and webhooks; `normalized`: as a URL parser writes them, `decoded`: in letters',
	),
	shortUrls: choice(['plain', 'encoded', 'noScheme'], 'how a link writes its short URL'),
	aliases: choice(
		['ascii', 'anyLetters', 'lowered'],
		'letters of aliases; `lowered`: capitals become small',
	),
	aliasesAsNumbers: flag(false, 'an alias of digits is a number in responses'),
	takenAlias: choice(
		['refused', 'replaced'],
		'an alias in use: refused, or replaced by another one, as a message says',
	),
	repeatedKey: choice(
		['response', 'conflict'],
		'a repeated `Idempotency-Key`: the first response again, or a 409',
	),
	qrNames: choice(['any', 'unique'], '`unique`: a second QR code of a name is refused'),
	qrTargets: choice(
		['hidden', 'shown', 'nowhere'],
		'whether lists, creations and bulk entries contain `target`; `nowhere`: nor the details',
	),
	qrLinks: choice(
		['shown', 'listed', 'hidden'],
		'whether the details of a QR code contain its `linkId`; `listed`: lists too',
	),
	activity: choice(
		['full', 'alike'],
		'`alike`: without date and visitor, so that many rows are equal',
	),
	deletions: choice(
		['body', 'noContent', 'empty'],
		'`noContent`: deletions return 204; `empty`: 200 with an empty body',
	),
	deletedTwice: choice(
		['refused', 'accepted'],
		'a deletion of what is not there: a 404, or the same response as the first time',
	),
	webhookPageSize: limit(1, 'size of a page of webhooks; `null`: no pages, as documented', [2, 3]),
	webhooksPerUrl: choice(
		['any', 'one', 'replaced'],
		'a second subscription of a URL: another one, a 409, or it replaces the first under its id',
	),
	webhookLimit: limit(0, 'most subscriptions, deactivated ones included; one more gets a 403', [3]),
	planEvents: setting(
		z.array(z.string()).nullable().default(null),
		'event types of the plan; subscriptions silently lose all others',
		[['link.clicked']],
	),
	subscribedEvents: choice(['echoed', 'hidden'], 'whether a subscription lists its events'),
	webhookIds: choice(['shown', 'hidden'], 'whether the list of webhooks has their ids'),
	inactiveWebhooks: choice(['hidden', 'listed'], 'whether the list has deactivated subscriptions'),
	deliveryId: choice(
		['header', 'body', 'perAttempt', 'none'],
		'of a delivery; `body`: as `id` in the body; `perAttempt`: another one for each retry',
	),
	signature: choice(['hex', 'upper', 'prefixed'], '`prefixed`: `sha256=…`'),
	deliveredTwice: flag(false, 'each delivery is sent twice at once, under the same id'),
	scanOrder: choice(['clickFirst', 'scanFirst'], 'of the two events of a scan'),
	subscribeAnswer: choice(['record', 'topLevel', 'message'], 'response to a subscription'),
	eventTypes: choice(
		['objects', 'strings', 'keyed'],
		'entries of the list of event types; `keyed`: an object of descriptions by name',
	),
	artistic: choice(['image', 'record'], 'response to an artistic QR code'),

	legacy: legacy.prefault({}),

	recordRequests: flag(true, 'keeps requests for `/_sandbox/requests`'),
});

export type Settings = z.infer<typeof settingsSchema>;
/** A partial change of settings, nested objects merged, lists replaced. */
export type SettingsPatch = z.input<typeof settingsSchema> & Record<string, unknown>;
export type RateLimitStyle = Pick<
	Settings['rateLimit'],
	'headers' | 'resetFormat' | 'retryAfter' | 'on429'
>;

/** The settings of `npm run sandbox`: rate limits as documented (legacy API) or seen (current API). */
export const demoRateLimits: NonNullable<SettingsPatch['rateLimit']> = {
	preset: 'seen',
	endpoints: [{ path: '/v3/*', limit: 30, resetFormat: 'epoch', on429: 'body200' }],
};

/** What a deployment says about its limits. Assumed: a batch of QR codes, for lack of another route, is an import. */
const SEEN_LIMITS = [
	{ method: 'POST', path: '/api/url/add', limit: 20 },
	{ method: 'GET', path: '/api/qr/:id/download', limit: 20 },
	{ method: 'GET', path: '/api/bio/:id/subscribers/export', limit: 5 },
	{ method: 'POST', path: '/api/qr/bulk', limit: 3 },
];

/** The limits in force: those of the preset, if there is one. */
export function applyPreset(settings: Settings['rateLimit']): Settings['rateLimit'] {
	if (settings.preset === 'none') return settings;
	const { windowSeconds, endpoints } = settings;
	return {
		...settings,
		limit: 60,
		headers: 'X-RateLimit',
		resetFormat: 'none',
		retryAfter: 'seconds',
		on429: 'status',
		endpoints: [...endpoints, ...SEEN_LIMITS.map((one) => ({ ...one, windowSeconds }))],
	};
}

/** Takes the settings in force and a patch; gives new, checked settings or throws a ZodError. */
export function changeSettings(current: Settings, patch: unknown): Settings {
	return settingsSchema.parse(merge(current, patch));
}

function merge(base: unknown, patch: unknown): unknown {
	if (patch === undefined) return base;
	if (!isPlainObject(base) || !isPlainObject(patch)) return patch;
	const merged: Record<string, unknown> = { ...base };
	for (const [key, value] of Object.entries(patch)) merged[key] = merge(base[key], value);
	return merged;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One setting, by its path: `bulk.order`. */
export interface SettingRow {
	name: string;
	description: string;
	/** The default first. */
	values: unknown[];
}

/** All settings, those within groups by their path. */
export function listSettings(schema: z.ZodObject = settingsSchema, prefix = ''): SettingRow[] {
	const defaults = schema.parse({});
	return Object.entries(schema.shape).flatMap(([key, row]) => {
		const type = row as z.ZodDefault;
		const { innerType: inner } = type.def;
		const name = prefix + key;
		if (inner instanceof z.ZodObject) return listSettings(inner, `${name}.`);
		const { description = '', drawn } = type.meta() ?? {};
		const isChoice = inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral;
		const choices = isChoice ? z.toJSONSchema(inner).enum : undefined;
		const others = inner instanceof z.ZodBoolean ? [true, false] : choices;
		const values = [defaults[key], ...((drawn as unknown[] | undefined) ?? others ?? [])];
		return [{ name, description, values: unique(values) }];
	});
}

function unique(values: unknown[]): unknown[] {
	return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** The values of a setting as Markdown. */
export function describeValues({ values }: SettingRow): string {
	return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
}

/** The settings as a table in Markdown, for the README. */
export function createSettingsTable(): string {
	const head = ['| setting | values, the default first | |', '| --- | --- | --- |'];
	const rows = listSettings().map(
		(row) => `| \`${row.name}\` | ${describeValues(row)} | ${row.description} |`,
	);
	return [...head, ...rows].join('\n');
}

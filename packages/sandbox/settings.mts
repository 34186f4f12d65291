import { z } from 'zod';

/** The API key of the demo account. It is public on purpose, and useless outside this sandbox. */
export const DEMO_KEY = 'lp_sandbox_4f8a1c6e2b7d9053a1c4e8f2';

/**
 * Returns the schema of a setting. `origin` says why the setting exists: it names a document that leaves the behavior
 * undefined, or a deployment where the behavior was observed (S1 to S6 in `docs/maintainers/deployments.md`). `drawn`
 * lists the values that the soak test chooses from. Omit `drawn` if the type itself lists the values.
 */
const setting = <Type extends z.ZodType>(
	type: Type,
	origin: string,
	description: string,
	drawn?: unknown[],
) => type.meta({ origin, description, ...(drawn ? { drawn } : {}) });
/** Returns the schema of a setting with fixed choices. The first value is the default. */
const choice = <const Values extends readonly [string, ...string[]]>(
	values: Values,
	origin: string,
	description: string,
) => setting(z.enum(values).default(values[0] as never), origin, description);
/** Returns the schema of a setting that is true or false. */
const flag = (value: boolean, origin: string, description: string) =>
	setting(z.boolean().default(value), origin, description);
/** Returns the schema of a setting that is a whole number of at least 1. */
const count = (value: number, origin: string, description: string, drawn?: number[]) =>
	setting(z.int().positive().default(value), origin, description, drawn);
/** Returns the schema of a setting that is a limit. Default: no limit. */
const limit = (min: number, origin: string, description: string, drawn?: number[]) =>
	setting(z.int().min(min).nullable().default(null), origin, description, drawn);
/** Returns the schema of a setting that is a quota of the plan. */
const quota = (value: number, drawn?: number[]) =>
	setting(
		z.int().nonnegative().default(value),
		'current API, Limits: values of quotas not shown',
		'limit of the plan; one more is refused (clicks: only reported)',
		drawn,
	);

/**
 * The origin of settings that simulate network and clock problems or help tests, and weren't observed at any
 * deployment.
 */
const REHEARSAL = 'rehearsal';
const RATE_LIMITS = 'current API, Limits: rate limits not shown';
const RESET = 'legacy API, Limits: format of the reset not shown';
const BULK = 'current API, Endpoints: response of bulk not shown';
const SUBSCRIBE = 'current API, Endpoints: response of subscribe not shown';
const STATUSES = 'both, Errors: HTTP statuses not shown';
const VALIDATION = 'legacy API, Errors: validation rules not shown';
const QR_DETAIL = 'current API, Resources: fields of the QR detail not shown';
/** Where a field of QR codes is shown: nowhere, in details and updated records, or in every record. */
const SHOWN_IN = ['hidden', 'details', 'shown'] as const;

/** The settings that determine how responses show a rate limit. */
const rateLimitStyle = {
	headers: choice(['X-RateLimit', 'none'], RATE_LIMITS, 'prefix of the header names'),
	resetFormat: choice(
		['epoch', 'epochMs', 'delta', 'iso', 'httpDate', 'space', 'none'],
		`${RESET}; S5 (\`epoch\`), S2 (\`none\`)`,
		'format of the reset header; `space`: `2026-05-01 12:00:00`, in UTC',
	),
	retryAfter: choice(['seconds', 'none'], `S2; ${RATE_LIMITS}`, 'format of `Retry-After`'),
	on429: choice(
		['status', 'body200'],
		'S2, S5',
		'`body200`: HTTP 200 with `error: 429` in the body',
	),
};

/** The rate limit of one endpoint, or of all endpoints with a common prefix. */
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
		'S2',
		'`seen`: 60 requests per window, 20 to create links, 20 QR downloads, 5 exports and 3 batches, for all keys together; no reset header, and `Retry-After` with a 429; `endpoints` come first',
	),
	limit: limit(1, RATE_LIMITS, 'requests per window; `null`: no limit', [4, 9]),
	windowSeconds: setting(
		z.number().positive().default(60),
		RATE_LIMITS,
		'length of a window',
		[0.2, 0.4],
	),
	...rateLimitStyle,
	rounding: choice(
		['up', 'down'],
		RESET,
		'how reset times and `Retry-After` are rounded to whole seconds',
	),
	windows: choice(
		['firstRequest', 'clock'],
		'S5',
		'when rate limit windows begin; `clock`: at multiples of their length',
	),
	endpoints: setting(
		z.array(endpointLimit).default([]),
		'S2',
		'`{method, path, limit, …}`: the first match replaces the general limit',
		['/api/url/add', '/api/qr/bulk', '/api/qr/:id/download', '/api/urls'].map((path) => [
			{ path, limit: 5, windowSeconds: 0.2 },
		]),
	),
	clockSkewSeconds: setting(
		z.number().default(0),
		REHEARSAL,
		'shifts the `Date` header and reset times',
		// With a clock ahead of the dates of records, nothing proves that a record is new.
		[-240],
	),
	countsRows: flag(
		false,
		RATE_LIMITS,
		'each row of a batch counts as a request; with `bulk.rowByRow`, the limit can stop a batch partway',
	),
});

const bulk = z.strictObject({
	order: choice(['given', 'reversed', 'shuffled'], BULK, 'order of the entries in a response'),
	shape: choice(
		['keyed', 'list', 'bare', 'topLevel', 'message'],
		BULK,
		'response to a batch: `data.qrs`, a paged list, an array as `data`, `qrs` beside `error`, or only a message',
	),
	entries: choice(
		['plain', 'enveloped', 'ids'],
		BULK,
		'entries of the response to a batch; `enveloped`: each as `{error, data}`; `ids`: only the ID of each created QR code',
	),
	names: choice(['shown', 'hidden'], BULK, 'whether the entries contain the names of the QR codes'),
	maxRows: count(
		500,
		'current API, Limits: maximum of bulk not shown',
		'largest number of rows in a batch; more rows get a 413',
		[3, 1],
	),
	refuse: setting(z.string().default(''), REHEARSAL, 'refuses rows whose name contains this text', [
		'bad',
	]),
	refusedRows: choice(
		['inline', 'errors', 'omit'],
		BULK,
		'how refused rows are reported: as an `{error, message, name}` entry, in a separate `errors` list, or not at all',
	),
	invalidRows: choice(
		['refuseAll', 'refuseRow'],
		BULK,
		'whether an invalid row fails the whole batch or only itself',
	),
	rowByRow: choice(
		['no', 'named', 'unnamed'],
		BULK,
		'rows are created one by one, so an invalid row stops the batch and earlier rows are kept; `named`: the error names the row',
	),
});

const quotas = z.strictObject({
	urls: quota(1_000_000, [8]),
	clicks: quota(10_000_000),
	qrs: quota(1_000_000, [6]),
	bios: quota(1_000),
	domains: quota(100),
});

/** The settings that concern the legacy API. */
const legacy = z.strictObject({
	offered: flag(
		true,
		'both documents: each describes one API only',
		'`false`: all routes of the legacy API return 404',
	),
	campaignName: choice(
		['domain', 'campaign', 'name'],
		'legacy API, Resources; S5',
		"field that contains a campaign's name; in lists, some campaigns use `name` instead",
	),
	overlays: choice(['cta', 'overlay'], 'S6', 'name of the collection'),
	channelUpdate: choice(['message', 'record'], 'S6', 'response to an update of a channel'),
	maxUploadBytes: count(
		1024 ** 3,
		REHEARSAL,
		'largest size of an uploaded file; a larger file gets a 413',
	),
});

/** All settings that can be changed while the sandbox runs. The defaults are its normal behavior. */
export const settingsSchema = z.strictObject({
	latencyMs: setting(
		z.number().nonnegative().default(0),
		REHEARSAL,
		'how long each response is delayed',
		[5],
	),
	timeScale: setting(
		z.number().nonnegative().default(1),
		REHEARSAL,
		'multiplies the delays between webhook retries; `0`: no delay',
	),
	localOrigins: setting(
		z.record(z.string(), z.string()).default({}),
		REHEARSAL,
		'maps public origins to local ones that webhook deliveries are sent to instead',
	),
	recordRequests: flag(true, REHEARSAL, 'records requests for `/_sandbox/requests`'),
	listDelayMs: setting(
		z.number().nonnegative().default(0),
		REHEARSAL,
		'lists omit records younger than this, as a lagging replica does',
		[150],
	),

	rateLimit: rateLimit.prefault({}),
	quotas: quotas.prefault({}),
	bulk: bulk.prefault({}),

	maxPageSize: count(
		100,
		'S1; legacy API, Endpoints: maximum of `limit` not shown',
		'largest page size; a larger `limit` is reduced to this',
		[7, 3],
	),
	nextpage: choice(['null', 'same'], 'S5', '`nextpage` on the last page of a list'),
	emptyMaxpage: setting(z.literal([1, 0]).default(1), 'S5', '`maxpage` of an empty list'),
	figures: choice(
		['right', 'ofPage', 'text'],
		'legacy API, Endpoints: "the count of results", in the list or on the page not shown; S6 (`text`)',
		'totals of a list; `ofPage`: `result` counts only the records of the page; `text`: totals are strings',
	),
	listOrder: choice(['oldest', 'newest'], 'S1 (`newest`)', 'order of lists'),
	collections: choice(
		['named', 'list', 'other'],
		'current API, Endpoints: names of several collections not shown; legacy API, Files (`list`)',
		'where lists are: in `data.<name>`, in `data.list`, or under an unexpected name',
	),
	qrSearch: choice(
		['contains', 'exact', 'ignored'],
		'current API, Endpoints: "matches name or linked URL", how it matches not shown',
		'which QR codes `search` of `GET /api/qrs` finds; `exact`: by complete names and targets only',
	),

	keyHeaders: choice(
		['both', 'bearer', 'x-api-key'],
		'S1; legacy API, Authentication',
		'headers in which the current API accepts a key',
	),
	failuresAs200: flag(false, 'S5', 'errors are returned with HTTP 200 and `error: 1`'),
	errorAs: choice(['number', 'string', 'boolean'], 'S4, S5, S6', 'type of `error`'),
	envelope: choice(
		['data', 'topLevel'],
		'legacy API, Endpoints; S5',
		'`topLevel`: the content of `data` is returned beside `error` instead',
	),
	creations: choice(
		['record', 'message'],
		'legacy API, Endpoints: action responses carry `message`, "or `id` where something was created"',
		'response of the current API to creating a link, QR code, bio page or campaign: the record, or only a message',
	),
	extraFields: flag(
		false,
		'S6',
		'records contain extra fields (lists and nested records) that no document mentions',
	),
	idsAsStrings: flag(false, 'S6', 'IDs are strings in every response'),
	counters: choice(
		['number', 'text'],
		'S6',
		'type of the counters: clicks, scans, views, quotas and statistics',
	),
	dates: choice(
		['documented', 'space', 'noOffset', 'offset'],
		'both, Resources: "ISO 8601" or `YYYY-MM-DD HH:MM:SS`, without a zone',
		'format of times in records and deliveries; `documented`: with `Z` in the current API (S1); `offset`: in another time zone',
	),
	texts: choice(
		['asSent', 'escaped'],
		'S5',
		'how names, aliases, passwords and descriptions are stored; `escaped`: without tags, with HTML entities for quotes and angle brackets (targets lose only their tags)',
	),
	aliases: choice(
		['ascii', 'anyLetters', 'lowered'],
		VALIDATION,
		'letters that aliases may contain; `lowered`: aliases are converted to lower case',
	),
	takenAlias: choice(
		['refused', 'replaced'],
		VALIDATION,
		'whether an alias that is in use is refused, or replaced by another one',
	),
	qrNames: choice(
		['any', 'unique', 'cut', 'lowered', 'slugged'],
		`${VALIDATION}; S5 (\`cut\`)`,
		'names of QR codes; `unique`: a second QR code with the same name is refused; the others store the first 30 characters, lower case, or a slug',
	),
	qrListNames: choice(
		['shown', 'hidden'],
		'current API, Endpoints: fields in the list of QR codes not shown; S5 (a creation without the name)',
		'whether lists contain the names of QR codes',
	),
	qrTargets: choice(SHOWN_IN, QR_DETAIL, 'which records of QR codes contain `target`'),
	qrLinkIds: choice(SHOWN_IN, QR_DETAIL, 'which records of QR codes contain `linkId`'),
	qrDesigns: choice(
		SHOWN_IN,
		QR_DETAIL,
		'which records of QR codes contain `foreground`, `background`, `errorCorrection`, `margin`, `size` and `logo`',
	),
	qrLinks: choice(['listed', 'hidden'], 'S5 (`hidden`)', "whether lists contain QR codes' links"),
	qrSharedLinks: flag(
		false,
		'S1: creating a QR code "may link an existing URL"',
		'a new QR code uses the first link that has its target, if there is one',
	),
	activity: choice(
		['full', 'alike'],
		'current API, Analytics: names of the fields not shown',
		'`alike`: clicks have no date or visitor, so many of them look identical',
	),
	artistic: choice(
		['image', 'record'],
		'current API, Endpoints: response of artistic not shown',
		'response to an artistic QR code',
	),
	deletions: choice(
		['body', 'noContent', 'empty'],
		'current API, Endpoints: response of delete not shown',
		'`noContent`: deletions return 204; `empty`: 200 with an empty body',
	),
	deletedTwice: choice(
		['refused', 'accepted'],
		STATUSES,
		'response to deleting a record a second time: a 404, or the same as the first time',
	),

	brand: setting(
		z
			.string()
			.regex(/^[A-Za-z][A-Za-z0-9-]*$/)
			.default('Service'),
		'S3',
		'brand in the names of the webhook headers: `X-<brand>-Signature`, `-Event`, `-Delivery`',
		['Acme', 'My-Links'],
	),
	extraEvents: setting(
		z.array(z.string()).default([]),
		'current API, Events: 15 event types, of which 14 are shown; S3',
		'event types in addition to the documented ones',
		[['link.archived']],
	),
	eventTypes: choice(
		['objects', 'strings', 'keyed'],
		'current API, Endpoints: response of the list of event types not shown',
		'entries of the list of event types; `keyed`: an object of descriptions by name',
	),
	planEvents: setting(
		z.array(z.string()).nullable().default(null),
		'current API: plan-gated, event types of each plan not shown',
		'event types included in the plan; other types are silently removed from subscriptions',
		[['link.clicked']],
	),
	webhookLimit: limit(
		0,
		'current API, Limits: limits of the plans not shown',
		'largest number of subscriptions, including inactive ones; one more gets a 403',
		[3],
	),
	webhooksPerUrl: choice(
		['any', 'one', 'replaced'],
		SUBSCRIBE,
		'a second subscription for a URL is added, gets a 409, or replaces the first one and keeps its ID',
	),
	subscribeAnswer: choice(
		['id', 'record', 'topLevel', 'message'],
		`${SUBSCRIBE}; S1 (\`id\`)`,
		'response to creating a webhook subscription',
	),
	webhookUrls: choice(
		['shown', 'masked'],
		'current API, Authentication: of keys, "listings show only a `prefix`"; of webhook URLs not shown',
		'URLs in the list of webhooks; `masked`: without their paths',
	),
	inactiveWebhooks: choice(
		['hidden', 'listed'],
		'current API: "active ones", yet each has `active`; reactivation not shown',
		'whether the list includes inactive subscriptions',
	),
	deliveryId: choice(
		['header', 'body', 'perAttempt'],
		'current API, Events: a header, `event.id` in an overview; replays not shown',
		'where the ID of a delivery is; `body`: as `id` in the body; `perAttempt`: in the header, with a new ID for each retry',
	),

	legacy: legacy.prefault({}),
});

/** All settings, with defaults filled in. */
export type Settings = z.infer<typeof settingsSchema>;
/** A partial change of the settings. Nested objects are merged, lists are replaced. */
export type SettingsPatch = z.input<typeof settingsSchema>;
/** The settings that determine how responses show a rate limit. */
export type RateLimitStyle = Pick<
	Settings['rateLimit'],
	'headers' | 'resetFormat' | 'retryAfter' | 'on429'
>;

/** The rate limits of `npm run sandbox`: as documented (legacy API) or as observed at a deployment (current API). */
export const demoRateLimits: NonNullable<SettingsPatch['rateLimit']> = {
	preset: 'seen',
	endpoints: [{ path: '/v3/*', limit: 30, resetFormat: 'epoch', on429: 'body200' }],
};

/** The rate limits that deployment S2 documents. Assumed: creating a batch of QR codes counts as an import. */
const SEEN_LIMITS = [
	{ method: 'POST', path: '/api/url/add', limit: 20 },
	{ method: 'GET', path: '/api/qr/:id/download', limit: 20 },
	{ method: 'GET', path: '/api/bio/:id/subscribers/export', limit: 5 },
	{ method: 'POST', path: '/api/qr/bulk', limit: 3 },
];

/** Returns the rate limit settings in effect. If a preset is set, they contain the limits of the preset. */
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

/** Returns the settings with the patch applied. Throws a ZodError if the patch is invalid. */
export function changeSettings(current: Settings, patch: unknown): Settings {
	return settingsSchema.parse(merge(current, patch));
}

/** Returns `base` with `patch` applied. Nested objects are merged, and all other values are replaced. */
function merge(base: unknown, patch: unknown) {
	if (patch === undefined) return base;
	if (!isPlainObject(base) || !isPlainObject(patch)) return patch;
	const merged: Record<string, unknown> = { ...base };
	for (const [key, value] of Object.entries(patch)) merged[key] = merge(base[key], value);
	return merged;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A setting as documentation shows it. `name` is its path, e.g. `bulk.order`. */
export interface SettingRow {
	name: string;
	origin: string;
	description: string;
	/** The possible values, starting with the default. */
	values: unknown[];
}

/** Returns all settings. A setting inside a group is named by its path, e.g. `bulk.order`. */
export function listSettings(schema: z.ZodObject = settingsSchema, prefix = ''): SettingRow[] {
	const defaults = schema.parse({});
	return Object.entries(schema.shape).flatMap(([key, row]) => {
		const type = row as z.ZodDefault;
		const { innerType: inner } = type.def;
		const name = prefix + key;
		if (inner instanceof z.ZodObject) return listSettings(inner, `${name}.`);
		const { origin, description = '', drawn } = type.meta() ?? {};
		const isChoice = inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral;
		const choices = isChoice ? z.toJSONSchema(inner).enum : undefined;
		const others = inner instanceof z.ZodBoolean ? [true, false] : choices;
		const values = [defaults[key], ...((drawn as unknown[] | undefined) ?? others ?? [])];
		return [{ name, origin: String(origin), description, values: unique(values) }];
	});
}

/** Returns the values without duplicates. */
function unique(values: unknown[]) {
	return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Returns the values of a setting as Markdown. */
export function describeValues({ values }: SettingRow) {
	return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
}

/** Returns all settings as a Markdown table, for the README. */
export function createSettingsTable() {
	const head = ['| setting | values, the default first | | origin |', '| --- | --- | --- | --- |'];
	const rows = listSettings().map(
		(row) => `| \`${row.name}\` | ${describeValues(row)} | ${row.description} | ${row.origin} |`,
	);
	return [...head, ...rows].join('\n');
}

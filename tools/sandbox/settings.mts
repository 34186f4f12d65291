import { z } from 'zod/v4';

/** The key of the seeded demo account: public on purpose, worth nothing outside this sandbox. */
export const DEMO_KEY = 'lp_sandbox_4f8a1c6e2b7d9053a1c4e8f2';

/** The first value is the default. */
const choice = <const Values extends [string, ...string[]]>(values: Values, description: string) =>
	z
		.enum(values)
		.default(values[0] as never)
		.describe(description);
const flag = (value: boolean, description: string) =>
	z.boolean().default(value).describe(description);
/** A whole number of at least 1. */
const count = (value: number, description: string) =>
	z.int().positive().default(value).describe(description);
/** A limit that does not apply by default. */
const limit = (min: number, description: string) =>
	z.int().min(min).nullable().default(null).describe(description);
const quota = (value: number) =>
	z.int().nonnegative().default(value).describe('limit of the plan; one more gets a 403');
const strings = (description: string) => z.array(z.string()).default([]).describe(description);

/** Neither API documents these formats: these are the ones seen at real deployments. */
const rateLimitStyle = {
	headers: choice(
		['X-RateLimit', 'RateLimit', 'X-Rate-Limit', 'structured', 'none'],
		'prefix of the header names; `structured`: `RateLimit: "default";r=29;t=41`',
	),
	resetFormat: choice(
		['epoch', 'epochMs', 'delta', 'iso', 'httpDate', 'none'],
		'format of the reset header',
	),
	retryAfter: choice(['seconds', 'date', 'none'], 'format of `Retry-After`'),
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
	limit: limit(1, 'requests per window; `null`: no limit'),
	windowSeconds: z.number().positive().default(60).describe('length of a window'),
	...rateLimitStyle,
	rounding: choice(['up', 'down'], 'of reset times and `Retry-After` to whole seconds'),
	windows: choice(['firstRequest', 'clock'], '`clock`: they begin at multiples of their length'),
	endpoints: z
		.array(endpointLimit)
		.default([])
		.describe('`{method, path, limit, …}`: the first match replaces the general limit'),
	clockSkewSeconds: z.number().default(0).describe('shifts the `Date` header and reset times'),
});

const bulk = z.strictObject({
	order: choice(['given', 'reversed', 'shuffled'], 'order of the entries in a response'),
	shape: choice(
		['keyed', 'list', 'bare', 'topLevel'],
		'`data.qrs`, a paged list, an array as `data`, or `qrs` beside `error`',
	),
	maxRows: count(500, 'more rows get a 413'),
	refuse: z.string().default('').describe('refuses rows whose name contains this text'),
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
		['none', 'index', 'row', 'keys'],
		'how an entry says which row it is: by a field of that name, or by its key in an object',
	),
	countFrom: z.literal([0, 1]).default(0).describe('position of the first row'),
	names: choice(['shown', 'hidden'], 'whether entries contain the name'),
});

const quotas = z.strictObject({
	urls: quota(1_000_000),
	clicks: quota(10_000_000),
	qrs: quota(1_000_000),
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
	brand: z
		.string()
		.regex(/^[A-Za-z][A-Za-z0-9-]*$/)
		.default('Service')
		.describe('in the names of the webhook headers: `X-<brand>-Signature`, `-Event`, `-Delivery`'),
	latencyMs: z.number().nonnegative().default(0).describe('added before every response'),
	timeScale: z.number().positive().default(1).describe('factor of the webhook retry delays'),
	ackTimeoutMs: z.number().positive().default(10_000).describe('time limit for a webhook receiver'),
	retryDelaysSeconds: z
		.array(z.number().nonnegative())
		.default([60, 300, 1800, 7200, 86400])
		.describe('of webhook deliveries'),
	allowRemoteTargets: flag(false, 'delivers webhooks to other machines, too'),
	localOrigins: z
		.record(z.string(), z.string())
		.default({})
		.describe('public origins that webhooks reach at another origin on this machine'),
	extraEvents: strings('event types beside the documented ones'),

	rateLimit: rateLimit.prefault({}),
	quotas: quotas.prefault({}),
	bulk: bulk.prefault({}),

	maxPageSize: count(100, 'a larger `limit` is cut to this'),
	nextpage: choice(['null', 'same', 'absent', 'always'], '`nextpage` on the last page of a list'),
	emptyMaxpage: z.literal([0, 1]).default(1).describe('`maxpage` of an empty list'),
	emptyPages: z
		.array(z.int().positive())
		.default([])
		.describe('pages before the last that are empty; their records move to the next pages'),
	linkSearch: choice(
		['accepted', 'ignored', 'refused'],
		'the undocumented `search` of `GET /api/urls`',
	),

	keyHeaders: choice(
		['both', 'bearer', 'x-api-key'],
		'headers that the current API accepts a key in',
	),
	invalidStatus: z.literal([400, 422]).default(422).describe('status for invalid values'),
	validation: choice(
		['sentence', 'byField'],
		'invalid values as `{error, message}`, or as `{message, errors: {url: ["…"]}}`',
	),
	failuresAs200: flag(false, 'failures come with HTTP 200 and `error: 1`'),
	errorAs: choice(['number', 'string', 'boolean'], 'type of `error` in every response'),
	idsAsStrings: flag(false, 'ids are strings in every response'),
	names: choice(['asGiven', 'escaped'], '`escaped`: names as in HTML, `Tom &amp; Jerry`'),
	targets: choice(
		['asGiven', 'normalized'],
		'`normalized`: URLs as a URL parser writes them, `https://example.com/`',
	),
	qrTargets: choice(
		['hidden', 'shown'],
		'whether lists, creations and bulk entries contain `target`',
	),
	activity: choice(
		['full', 'alike'],
		'`alike`: without date and visitor, so that many rows are equal',
	),
	deletions: choice(['body', 'noContent'], '`noContent`: deletions return 204'),
	webhookPageSize: limit(1, 'size of a page of webhooks; `null`: no pages, as documented'),
	webhooksPerUrl: choice(['any', 'one'], '`one`: a second subscription of a URL gets a 409'),
	webhookUrls: choice(
		['asGiven', 'normalized'],
		'`normalized`: webhook URLs as a URL parser writes them, with a lower-case host and no default port',
	),
	webhookLimit: limit(0, 'most subscriptions, deactivated ones included; one more gets a 403'),
	planEvents: z
		.array(z.string())
		.nullable()
		.default(null)
		.describe('event types of the plan; subscriptions silently lose all others'),
	subscribedEvents: choice(['echoed', 'hidden'], 'whether a subscription lists its events'),
	inactiveWebhooks: choice(['hidden', 'listed'], 'whether the list has deactivated subscriptions'),
	deliveryId: choice(
		['header', 'body'],
		'`body`: no delivery header, but the id of the event as `id` in the body',
	),
	subscribeAnswer: choice(['record', 'topLevel', 'message'], 'response to a subscription'),
	eventTypes: choice(['objects', 'strings'], 'entries of the list of event types'),
	artistic: choice(['image', 'record'], 'response to an artistic QR code'),

	legacy: legacy.prefault({}),

	recordRequests: flag(true, 'keeps requests for `/_sandbox/requests`'),
	maxRecorded: count(10_000, 'requests kept'),
	visitorCountry: z
		.string()
		.regex(/^[A-Z]{2}$/)
		.default('US')
		.describe('country of a visitor without an `X-Country` header'),
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
	limit: 60,
	resetFormat: 'none',
	endpoints: [
		{ path: '/v3/*', limit: 30, resetFormat: 'epoch', on429: 'body200' },
		{ method: 'POST', path: '/api/url/add', limit: 20 },
		{ method: 'GET', path: '/api/qr/:id/download', limit: 20 },
		{ method: 'GET', path: '/api/bio/:id/subscribers/export', limit: 5 },
	],
};

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

/** The settings as a table in Markdown, for the README. */
export function createSettingsTable(): string {
	const head = ['| setting | values, the default first | |', '| --- | --- | --- |'];
	return [...head, ...toRows(settingsSchema)].join('\n');
}

function toRows(schema: z.ZodObject, prefix = ''): string[] {
	const defaults = schema.parse({});
	return Object.entries(schema.shape).flatMap(([name, setting]) => {
		const { description, def } = setting as z.ZodDefault;
		const { innerType: inner } = def;
		if (inner instanceof z.ZodObject) return toRows(inner, `${prefix}${name}.`);
		const isChoice = inner instanceof z.ZodEnum || inner instanceof z.ZodLiteral;
		const others = isChoice ? z.toJSONSchema(inner).enum : [];
		const values = new Set([defaults[name], ...(others ?? [])]);
		const shown = [...values].map((value) => `\`${JSON.stringify(value)}\``).join(', ');
		return `| \`${prefix}${name}\` | ${shown} | ${description} |`;
	});
}

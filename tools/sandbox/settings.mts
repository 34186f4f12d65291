import { z } from 'zod/v4';

/** The key of the seeded demo account: public on purpose, worth nothing outside this sandbox. */
export const DEMO_KEY = 'lp_sandbox_4f8a1c6e2b7d9053a1c4e8f2';

/** Neither API shows a format for these, so each one seen at real deployments can be had. */
const rateLimitStyle = {
	headers: z.enum(['X-RateLimit', 'RateLimit', 'X-Rate-Limit', 'structured', 'none']),
	resetFormat: z.enum(['epoch', 'epochMs', 'delta', 'iso', 'httpDate', 'none']),
	retryAfter: z.enum(['seconds', 'date', 'none']),
	on429: z.enum(['status', 'body200']),
};

const rateLimit = z.strictObject({
	limit: z.int().positive().nullable().default(null).describe('requests per window; null = off'),
	windowSeconds: z.number().positive().default(60),
	headers: rateLimitStyle.headers
		.default('X-RateLimit')
		.describe('how the names begin; structured: RateLimit: "default";r=29;t=41'),
	resetFormat: rateLimitStyle.resetFormat.default('epoch'),
	rounding: z
		.enum(['up', 'down'])
		.default('up')
		.describe('of resets and Retry-After in whole seconds'),
	windows: z
		.enum(['firstRequest', 'clock'])
		.default('firstRequest')
		.describe('when a window begins: with a request, or at multiples of its length'),
	retryAfter: rateLimitStyle.retryAfter.default('seconds'),
	on429: rateLimitStyle.on429
		.default('status')
		.describe('body200: HTTP 200 with error 429 in the body'),
	endpoints: z
		.array(
			z.strictObject({
				method: z.string().optional(),
				path: z.string().describe('route pattern like /api/url/:id, or a prefix like /v3/*'),
				limit: z.int().positive().nullable(),
				windowSeconds: z.number().positive().default(60),
				headers: rateLimitStyle.headers.optional(),
				resetFormat: rateLimitStyle.resetFormat.optional(),
				retryAfter: rateLimitStyle.retryAfter.optional(),
				on429: rateLimitStyle.on429.optional(),
			}),
		)
		.default([])
		.describe('the first match replaces the general limit and has a window of its own'),
	clockSkewSeconds: z.number().default(0).describe('shifts the Date header and reset times'),
});

const bulk = z.strictObject({
	order: z.enum(['given', 'reversed', 'shuffled']).default('given'),
	shape: z
		.enum(['keyed', 'list', 'bare', 'topLevel'])
		.default('keyed')
		.describe('data.qrs, a paged list, an array as data, or qrs beside error'),
	maxRows: z.int().positive().default(500).describe('more rows answer 413'),
	refuse: z.string().default('').describe('rows whose name contains this text are refused'),
	refusedRows: z
		.enum(['inline', 'errors', 'omit'])
		.default('inline')
		.describe('an {error, message, name} entry, a separate errors list, or left out'),
	invalidRows: z
		.enum(['refuseAll', 'refuseRow'])
		.default('refuseAll')
		.describe('whether one malformed row refuses the whole call'),
	rowByRow: z
		.enum(['no', 'named', 'unnamed'])
		.default('no')
		.describe(
			'rows are created one after another, and a bad one ends the call with a refusal that names it or not; those before it stay',
		),
	positions: z
		.enum(['none', 'index', 'row', 'keys'])
		.default('none')
		.describe('how an entry says which row it is: a field, or its key in an object'),
	countFrom: z
		.union([z.literal(0), z.literal(1)])
		.default(0)
		.describe('the position of the first row'),
	names: z.enum(['shown', 'hidden']).default('shown').describe('whether entries hold the name'),
});

const quotas = z.strictObject({
	urls: z.int().nonnegative().default(1_000_000),
	clicks: z.int().nonnegative().default(10_000_000),
	qrs: z.int().nonnegative().default(1_000_000),
	bios: z.int().nonnegative().default(1_000),
	domains: z.int().nonnegative().default(100),
});

/** What deployments of the legacy API do differently from each other. */
const legacy = z.strictObject({
	offered: z.boolean().default(true).describe('false: every route of it answers 404'),
	campaignName: z
		.enum(['domain', 'campaign', 'name'])
		.default('domain')
		.describe('key of the name in answers about a campaign; a list mixes it with name'),
	overlays: z.enum(['cta', 'overlay']).default('cta').describe('name of the collection'),
	channelUpdate: z.enum(['message', 'record']).default('message'),
	maxUploadBytes: z
		.int()
		.positive()
		.default(1024 ** 3)
		.describe('a larger file answers 413'),
});

/** Everything that can be changed while the sandbox runs; the defaults are its normal behavior. */
export const settingsSchema = z.strictObject({
	brand: z
		.string()
		.regex(/^[A-Za-z][A-Za-z0-9-]*$/)
		.default('Service')
		.describe('X-<brand>-Signature, -Event and -Delivery of webhook deliveries'),
	latencyMs: z.number().nonnegative().default(0).describe('added before every answer'),
	timeScale: z.number().positive().default(1).describe('factor of the webhook retry delays'),
	ackTimeoutMs: z.number().positive().default(10_000).describe('time for a receiver to answer'),
	retryDelaysSeconds: z.array(z.number().nonnegative()).default([60, 300, 1800, 7200, 86400]),
	allowRemoteTargets: z.boolean().default(false).describe('deliver beyond this machine'),
	localOrigins: z
		.record(z.string(), z.string())
		.default({})
		.describe('where a public origin is on this machine: deliveries to it go there'),
	extraEvents: z.array(z.string()).default([]).describe('event types beside the documented ones'),

	rateLimit: rateLimit.prefault({}),
	quotas: quotas.prefault({}),
	bulk: bulk.prefault({}),

	maxPageSize: z.int().positive().default(100).describe('a larger limit is cut down to this'),
	nextpage: z
		.enum(['null', 'same', 'absent', 'always'])
		.default('null')
		.describe('what the last page of a list says'),
	emptyMaxpage: z.union([z.literal(0), z.literal(1)]).default(1),
	emptyPages: z
		.array(z.int().positive())
		.default([])
		.describe('pages before the last that hold nothing; what they would hold follows them'),
	linkSearch: z
		.enum(['accepted', 'ignored', 'refused'])
		.default('accepted')
		.describe('GET /api/urls?search=, which the documentation does not list'),

	keyHeaders: z
		.enum(['both', 'bearer', 'x-api-key'])
		.default('both')
		.describe('where the current API looks for the key'),
	invalidStatus: z.union([z.literal(400), z.literal(422)]).default(422),
	validation: z
		.enum(['sentence', 'byField'])
		.default('sentence')
		.describe(
			'what is said of a wrong value: {error, message}, or {message, errors: {url: [...]}}',
		),
	failuresAs200: z.boolean().default(false).describe('HTTP 200 for failures, error 1 in the body'),
	errorAs: z
		.enum(['number', 'string', 'boolean'])
		.default('number')
		.describe('type of error in every answer'),
	idsAsStrings: z.boolean().default(false),
	names: z
		.enum(['asGiven', 'escaped'])
		.default('asGiven')
		.describe('names in answers; escaped: as a page would hold them, Tom &amp; Jerry'),
	targets: z
		.enum(['asGiven', 'normalized'])
		.default('asGiven')
		.describe('URLs in answers; normalized: as a URL parser writes them, https://example.com/'),
	qrTargets: z
		.enum(['hidden', 'shown'])
		.default('hidden')
		.describe('whether lists, creations and bulk entries tell where a QR code leads'),
	activity: z
		.enum(['full', 'alike'])
		.default('full')
		.describe('alike: rows without date and visitor, so that many are identical'),
	deletions: z.enum(['body', 'noContent']).default('body'),
	webhookPageSize: z
		.int()
		.positive()
		.nullable()
		.default(null)
		.describe('pages of the webhook list; null = everything at once, as documented'),
	webhooksPerUrl: z
		.enum(['any', 'one'])
		.default('any')
		.describe('one: a second subscription of a URL answers 409'),
	webhookLimit: z
		.int()
		.nonnegative()
		.nullable()
		.default(null)
		.describe('subscriptions of the account, inactive ones too; one more answers 403'),
	planEvents: z
		.array(z.string())
		.nullable()
		.default(null)
		.describe('event types of the plan; a subscription is made without the others'),
	subscribedEvents: z
		.enum(['echoed', 'hidden'])
		.default('echoed')
		.describe('whether answers about a subscription name its events'),
	inactiveWebhooks: z
		.enum(['hidden', 'listed'])
		.default('hidden')
		.describe('whether the list has subscriptions that were switched off'),
	deliveryId: z
		.enum(['header', 'body'])
		.default('header')
		.describe('body: no delivery header, the id of the event as "id" in the body'),
	subscribeAnswer: z.enum(['record', 'topLevel', 'message']).default('record'),
	eventTypes: z.enum(['objects', 'strings']).default('objects'),
	artistic: z.enum(['image', 'record']).default('image'),

	legacy: legacy.prefault({}),

	recordRequests: z.boolean().default(true),
	maxRecorded: z.int().positive().default(10_000),
	visitorCountry: z
		.string()
		.regex(/^[A-Z]{2}$/)
		.default('US')
		.describe('country of a visitor who sends no X-Country header'),
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

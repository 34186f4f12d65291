import { z } from 'zod';

import type { Resource, Sandbox, SandboxApp } from './context.mts';
import type { Subscription } from './deliveries.mts';
import { endpoints } from './endpoints.mts';
import { getSample } from './events.mts';
import { faultSchema } from './faults.mts';
import { Refusal } from './envelope.mts';
import { changeSettings, settingsSchema } from './settings.mts';
import { suggest } from './spelling.mts';

/** The operations of the server that the control routes call. */
interface Control {
	resources: Resource[];
	/**
	 * Resets the sandbox to its initial data. These settings override the settings that the sandbox was started with.
	 */
	reset(settings: unknown): Promise<void>;
	/** Replaces all settings. */
	change(settings: Sandbox['settings']): void;
	/** Creates another account, and resolves with its API key. Only the first account can do this. */
	open?: (settings: unknown) => Promise<string>;
}

const settingsPatch = z
	.record(z.string(), z.unknown())
	.describe('any part of the settings; nested objects are merged, lists are replaced');
const TAG = 'Sandbox control';
const ok = { ok: true };

/**
 * Returns the response `{ok: true}`. Refuses the request (404) if `isDone` is false, because then the record doesn't
 * exist.
 */
function must(isDone: boolean, noun: string) {
	if (!isDone) throw new Refusal(404, `There is no such ${noun}.`);
	return ok;
}

/**
 * Adds the control routes `/_sandbox/…` for tests and simulations. Link Platform itself doesn't have these routes.
 */
export function controlRoutes(app: SandboxApp, sandbox: Sandbox, control: Control) {
	addPages(app);
	addState(app, sandbox, control);
	addRecords(app, sandbox, control.resources);
	addObservation(app, sandbox);
	addEvents(app, sandbox);
	addWebhooks(app, sandbox);
}

/** Adds the OpenAPI description, and the image that records use as avatar and preview. */
function addPages(app: SandboxApp) {
	const hidden = { config: { access: 'public' as const }, schema: { hide: true } };

	app.get('/_sandbox/openapi.json', hidden, () => app.swagger());

	app.get('/_sandbox/avatar.svg', hidden, (_request, reply) => {
		const circle = '<circle cx="32" cy="32" r="32" fill="#4f46e5"/>';
		const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${circle}</svg>`;
		void reply.type('image/svg+xml').send(svg);
	});
}

/** Adds the control routes that affect the whole sandbox: to reset it, replace its accounts, or change its settings. */
function addState(app: SandboxApp, sandbox: Sandbox, control: Control) {
	const route = endpoints(app, TAG);

	route(
		'POST /_sandbox/reset',
		{ body: z.strictObject({ settings: settingsPatch.optional() }).nullish() },
		async ({ body }) => {
			await control.reset(body?.settings);
			return ok;
		},
	);

	const { open } = control;
	if (open) {
		route(
			'POST /_sandbox/accounts',
			{
				description:
					'Creates another account, which exists until the next reset. Requests with its key, including ' +
					'those to /_sandbox/, use its own records, settings, rate limits and faults.',
				body: z.strictObject({ settings: settingsPatch.optional() }).nullish(),
			},
			async ({ body }) => ({ apiKey: await open(body?.settings) }),
		);
	}

	route('GET /_sandbox/settings', {}, () => sandbox.settings);

	route('PATCH /_sandbox/settings', { body: settingsPatch }, ({ body }) => {
		control.change(checkSettings(sandbox.settings, body));
		return sandbox.settings;
	});
}

/** Adds the control routes for recorded requests, rate limits and faults. */
function addObservation(app: SandboxApp, { recorder, rateLimiter, faults }: Sandbox) {
	const route = endpoints(app, TAG);

	route(
		'GET /_sandbox/requests',
		{ query: z.strictObject({ since: z.coerce.number().int().optional() }) },
		({ query }) => ({ requests: recorder.list(query.since) }),
	);

	route('DELETE /_sandbox/requests', {}, () => {
		recorder.clear();
		return ok;
	});

	route('GET /_sandbox/counts', {}, () => recorder.counts());

	route('GET /_sandbox/rate-limit', {}, () => ({ windows: rateLimiter.windows() }));

	route('GET /_sandbox/faults', {}, () => ({ faults: faults.list() }));

	route('POST /_sandbox/faults', { body: faultSchema }, ({ body }) => ({
		id: faults.add(body).id,
	}));

	route('DELETE /_sandbox/faults', {}, () => {
		faults.clear();
		return ok;
	});
}

/** Adds the control route that triggers an event. */
function addEvents(app: SandboxApp, { deliveries }: Sandbox) {
	const route = endpoints(app, TAG);

	route(
		'POST /_sandbox/events',
		{
			description:
				'Triggers an event. Fields missing in data get example values. An undocumented event type ' +
				'requires data, and is delivered to every active subscription.',
			body: z.strictObject({
				event: z.string().min(1),
				data: z.record(z.string(), z.unknown()).optional(),
			}),
		},
		({ body: { event, data } }) => {
			const sample = getSample(event);
			if (!sample && !data) {
				const words = `"data" is required: packages/sandbox/events.mts has no "${event}".`;
				throw new Refusal(422, words);
			}
			const isWanted = (one: Subscription) => !sample || one.events.includes(event);
			return { deliveries: deliveries.send(event, { ...sample, ...data }, isWanted) };
		},
	);
}

/** Adds the control routes for deliveries and webhook subscriptions. */
function addWebhooks(app: SandboxApp, { deliveries }: Sandbox) {
	const route = endpoints(app, TAG);

	route('GET /_sandbox/deliveries', {}, () => ({ deliveries: deliveries.list() }));

	route(
		'POST /_sandbox/deliveries/:id/redeliver',
		{ params: { id: z.string() } },
		({ params: { id } }) => must(deliveries.redeliver(id), 'delivery'),
	);

	route('GET /_sandbox/webhooks', {}, () => ({ webhooks: deliveries.all() }));

	for (const verb of ['activate', 'deactivate']) {
		route(`POST /_sandbox/webhooks/:id/${verb}`, {}, ({ params: { id } }) =>
			must(deliveries.setActive(id, verb === 'activate'), 'webhook'),
		);
	}
}

/** Adds the control routes that verify a domain or create many records. */
function addRecords(app: SandboxApp, sandbox: Sandbox, resources: Resource[]) {
	const { store } = sandbox;
	const route = endpoints(app, TAG);

	route('POST /_sandbox/domains/:id/verify', {}, ({ params: { id } }) =>
		must(store.update('domains', id, { verified: true }), 'domain'),
	);

	route(
		'POST /_sandbox/fill',
		{
			description: 'Creates many records at once, without sending events.',
			body: z.strictObject({ resource: z.string(), count: z.int().min(1).max(1_000_000) }),
		},
		({ body: { resource, count } }) => {
			const fills = resources.flatMap(({ fill }) => fill ?? []);
			const fill = fills.find(({ name }) => name === resource);
			if (!fill) {
				const names = fills.map(({ name }) => name).join(', ');
				throw new Refusal(422, `The field "resource" must be one of ${names}.`);
			}
			const sql = `SELECT COUNT(*) AS n FROM ${fill.table ?? fill.name}`;
			const from = store.get<{ n: number }>(sql)!.n;
			const now = new Date().toISOString();
			store.transaction(() => {
				for (let n = from; n < from + count; n += 1) fill.make(sandbox, n, now);
			});
			return ok;
		},
	);
}

/**
 * Returns the current settings with the patch applied. Refuses an invalid patch (422) with a message that names the
 * setting.
 */
export function checkSettings(current: Sandbox['settings'], patch: unknown): Sandbox['settings'] {
	try {
		return changeSettings(current, patch);
	} catch (error) {
		if (!(error instanceof z.ZodError)) throw error;
		const advice = error.issues.flatMap((issue) => {
			if (issue.code !== 'unrecognized_keys') return [];
			let group: unknown = current;
			for (const key of issue.path) group = (group as Record<PropertyKey, unknown>)?.[key];
			return group ? issue.keys.map((key) => suggest(key, Object.keys(group))) : [];
		});
		throw new Refusal(422, [z.prettifyError(error), ...advice].join('\n'));
	}
}

/** Returns the default settings. */
export function getDefaultSettings(): Sandbox['settings'] {
	return settingsSchema.parse({});
}

import { z } from 'zod/v4';

import type { Resource, Sandbox, SandboxApp } from './context.mts';
import { getEventType } from './events.mts';
import { faultSchema } from './faults.mts';
import { Refusal } from './envelope.mts';
import * as schemas from './schemas.mts';
import { changeSettings, settingsSchema } from './settings.mts';

interface Control {
	resources: Resource[];
	/** back to the seed, with these settings over the ones the sandbox started with */
	reset(settings: unknown): Promise<void>;
	change(settings: Sandbox['settings']): void;
}

const settingsPatch = z
	.record(z.string(), z.unknown())
	.describe('any part of the settings; nested objects are merged, lists replaced');
const textId = z.strictObject({ id: z.string() });

/** `/_sandbox/…`: what tests need, and whoever tries out failures; no part of Link Platform. */
export function controlRoutes(app: SandboxApp, sandbox: Sandbox, control: Control): void {
	const { store, recorder, rateLimiter, faults, deliveries } = sandbox;
	const config = { access: 'public' as const };
	const tags = ['Sandbox control'];
	const plain = { config, schema: { tags } };

	app.get('/_sandbox/health', plain, () => ({ ok: true }));

	app.get('/_sandbox/openapi.json', { config, schema: { tags, hide: true } }, () => app.swagger());

	app.get('/_sandbox/avatar.svg', { config, schema: { tags, hide: true } }, (_request, reply) => {
		const circle = '<circle cx="32" cy="32" r="32" fill="#4f46e5"/>';
		const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${circle}</svg>`;
		void reply.type('image/svg+xml').send(svg);
	});

	app.post(
		'/_sandbox/reset',
		{
			config,
			schema: { tags, body: z.strictObject({ settings: settingsPatch.optional() }).nullish() },
		},
		async ({ body }) => {
			await control.reset(body?.settings);
			return { ok: true };
		},
	);

	app.get('/_sandbox/settings', plain, () => sandbox.settings);

	app.patch('/_sandbox/settings', { config, schema: { tags, body: settingsPatch } }, ({ body }) => {
		control.change(checkSettings(sandbox.settings, body));
		return sandbox.settings;
	});

	app.get(
		'/_sandbox/requests',
		{
			config,
			schema: { tags, querystring: z.strictObject({ since: z.coerce.number().int().optional() }) },
		},
		({ query }) => ({ requests: recorder.list(query.since) }),
	);

	app.delete('/_sandbox/requests', plain, () => {
		recorder.clear();
		return { ok: true };
	});

	app.get('/_sandbox/counts', plain, () => recorder.counts());

	app.get('/_sandbox/rate-limit', plain, () => ({ windows: rateLimiter.windows() }));

	app.get('/_sandbox/faults', plain, () => ({ faults: faults.list() }));

	app.post('/_sandbox/faults', { config, schema: { tags, body: faultSchema } }, ({ body }) => ({
		id: faults.add(body).id,
	}));

	app.delete('/_sandbox/faults', plain, () => {
		faults.clear();
		return { ok: true };
	});

	app.post(
		'/_sandbox/events',
		{
			config,
			schema: {
				tags,
				description:
					'Makes an event happen. Fields missing in data get example values; an event type that ' +
					'the documentation does not know needs data, and goes to every active subscription.',
				body: z.strictObject({
					event: z.string().min(1),
					data: z.record(z.string(), z.unknown()).optional(),
				}),
			},
		},
		({ body }) => {
			const { event, data } = body;
			const type = getEventType(event);
			if (type) {
				const full = { ...type.example, ...data };
				return { deliveries: deliveries.send(event, full, (one) => one.events.includes(event)) };
			}
			if (!data) throw new Refusal(422, 'The field "data" is required for an unknown event type.');
			return { deliveries: deliveries.send(event, data, () => true) };
		},
	);

	app.get('/_sandbox/deliveries', plain, () => ({ deliveries: deliveries.list() }));

	app.post(
		'/_sandbox/deliveries/:id/redeliver',
		{ config, schema: { tags, params: textId } },
		({ params }) => {
			if (!deliveries.redeliver(params.id)) throw new Refusal(404, 'There is no such delivery.');
			return { ok: true };
		},
	);

	app.get('/_sandbox/webhooks', plain, () => ({ webhooks: deliveries.all() }));

	for (const [verb, active] of [
		['activate', true],
		['deactivate', false],
	] as const) {
		app.post(
			`/_sandbox/webhooks/:id/${verb}`,
			{ config, schema: { tags, params: schemas.idParams } },
			({ params }) => {
				if (!deliveries.setActive(params.id, active)) {
					throw new Refusal(404, 'There is no such webhook.');
				}
				return { ok: true };
			},
		);
	}

	app.post(
		'/_sandbox/domains/:id/verify',
		{ config, schema: { tags, params: schemas.idParams } },
		({ params }) => {
			if (!store.update('domains', params.id, { verified: true })) {
				throw new Refusal(404, 'There is no such domain.');
			}
			return { ok: true };
		},
	);

	app.post(
		'/_sandbox/fill',
		{
			config,
			schema: {
				tags,
				description: 'Makes many records at once, without events.',
				body: z.strictObject({ resource: z.string(), count: z.int().min(1).max(1_000_000) }),
			},
		},
		({ body }) => {
			const fills = control.resources.flatMap(({ fill }) => fill ?? []);
			const fill = fills.find(({ name }) => name === body.resource);
			if (!fill) {
				const names = fills.map(({ name }) => name).join(', ');
				throw new Refusal(422, `The field "resource" must be one of ${names}.`);
			}
			const sql = `SELECT COUNT(*) AS n FROM ${fill.table ?? fill.name}`;
			const from = store.get<{ n: number }>(sql)!.n;
			const now = new Date().toISOString();
			store.transaction(() => {
				for (let n = from; n < from + body.count; n += 1) fill.make(sandbox, n, now);
			});
			return { ok: true };
		},
	);
}

/** New settings from a patch; a wrong one is refused with the name of the setting. */
export function checkSettings(current: Sandbox['settings'], patch: unknown): Sandbox['settings'] {
	try {
		return changeSettings(current, patch);
	} catch (error) {
		if (!(error instanceof z.ZodError)) throw error;
		throw new Refusal(422, z.prettifyError(error));
	}
}

/** The settings with their defaults. */
export function getDefaultSettings(): Sandbox['settings'] {
	return settingsSchema.parse({});
}

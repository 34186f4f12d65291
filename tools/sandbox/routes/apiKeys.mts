import { z } from 'zod/v4';

import { keyTable, scopes } from '../access.mts';
import type { Resource } from '../context.mts';
import { ok } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { DEMO_KEY } from '../settings.mts';

const listed = z.strictObject({
	id: z.int(),
	name: z.string(),
	prefix: z.string(),
	scopes: z.array(z.string()),
	// The documentation says string; null is assumed for a key that was never used.
	lastUsed: z.string().nullable(),
	createdAt: z.string(),
});

const created = z.strictObject({
	id: z.int(),
	name: z.string(),
	key: z.string().describe('shown this once'),
	scopes: z.array(z.string()),
	createdAt: z.string(),
});

/** API keys (current API, Endpoints, Account and API keys). */
export const apiKeys: Resource = {
	tables: keyTable,

	seed({ keys }) {
		keys.add('Demo key', [], DEMO_KEY, '2026-01-01T08:00:00.000Z');
	},

	routes(app, { keys }) {
		const tags = ['API keys'];

		app.get(
			'/api/account/apikeys',
			{
				config: { access: 'apikey:read' },
				schema: {
					tags,
					response: { 200: schemas.answer(z.strictObject({ keys: z.array(listed) })) },
				},
			},
			() => ok({ keys: keys.list() }),
		);

		app.post(
			'/api/account/apikeys/add',
			{
				config: { access: 'apikey:write' },
				schema: {
					tags,
					body: z.strictObject({
						name: schemas.text,
						scopes: z.array(z.enum(scopes)).default([]).describe('empty = full access'),
					}),
					response: { 200: schemas.answer(created) },
				},
			},
			({ body }) => {
				const { key, record } = keys.add(body.name, [...new Set(body.scopes)]);
				const { id, name, scopes: granted, createdAt } = record;
				return ok({ id, name, key, scopes: granted, createdAt });
			},
		);
	},
};

import { z } from 'zod/v4';

import type { Resource, Sandbox } from '../context.mts';
import { done, ok } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { toFieldRefusal } from './links.mts';

/** The one account of the sandbox. */
export const USER_ID = 1;

interface AccountRow {
	id: number;
	name: string;
	email: string;
	/** asked for by an update, waiting for its verification */
	pending_email: string | null;
	password: string;
	created_at: string;
}

const record = z.strictObject({
	id: z.int(),
	name: z.string(),
	email: z.string(),
	avatarUrl: z.string(),
	planId: z.int(),
	plan: z.string(),
	status: z.string(),
	createdAt: z.string().describe('ISO 8601'),
});

const usage = z.strictObject({ used: z.int(), limit: z.int() });
const statistics = z.strictObject({
	urls: usage,
	clicks: usage,
	qrs: usage,
	bios: usage,
	domains: usage,
});

/** The account (current API, Endpoints, Account and API keys). */
export const account: Resource = {
	tables: `
		CREATE TABLE IF NOT EXISTS account (
			id INTEGER PRIMARY KEY,
			name TEXT NOT NULL,
			email TEXT NOT NULL,
			pending_email TEXT,
			username TEXT NOT NULL,
			password TEXT NOT NULL,
			expires TEXT NOT NULL,
			created_at TEXT NOT NULL
		);`,

	seed({ store }) {
		store.insert('account', {
			id: USER_ID,
			name: 'Demo Account',
			email: 'demo@example.com',
			username: 'demo',
			password: 'demo-password',
			expires: '2030-01-01T00:00:00.000Z',
			created_at: '2026-01-01T08:00:00.000Z',
		});
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const tags = ['Account'];

		app.get(
			'/api/account',
			{
				config: { access: 'account:read' },
				schema: { tags, response: { 200: schemas.answer(record) } },
			},
			() => ok(toAccountRecord(sandbox)),
		);

		app.put(
			'/api/account/update',
			{
				config: { access: 'account:write' },
				schema: {
					tags,
					description: 'A new e-mail address is kept apart until it is verified: never, here.',
					body: schemas.atLeastOne(
						z.strictObject({ name: schemas.text, email: z.email() }).partial(),
					),
					response: { 200: schemas.answer(record) },
				},
			},
			({ body }) => {
				const { email } = body;
				store.update('account', USER_ID, { name: body.name, pending_email: email });
				const answer = ok(toAccountRecord(sandbox));
				if (email === undefined || email === answer.data.email) return answer;
				return { ...answer, message: `Please confirm the message sent to ${email}.` };
			},
		);

		app.put(
			'/api/account/password',
			{
				config: { access: 'account:write' },
				schema: {
					tags,
					body: z.strictObject({
						current: z.string(),
						password: z.string().min(8, 'must have at least 8 characters'),
						confirmPassword: z.string(),
					}),
					response: { 200: schemas.messageAnswer },
				},
			},
			({ body }) => {
				if (body.current !== getAccountRow(sandbox).password) {
					throw toFieldRefusal(sandbox, 'current', 'it is not the current password');
				}
				if (body.confirmPassword !== body.password) {
					throw toFieldRefusal(sandbox, 'confirmPassword', 'it differs from the password');
				}
				store.update('account', USER_ID, { password: body.password });
				return done('The password has been changed.');
			},
		);

		app.get(
			'/api/account/stats',
			{
				config: { access: 'account:read' },
				schema: { tags, response: { 200: schemas.answer(statistics) } },
			},
			() => {
				const { quotas } = sandbox.settings;
				const used = (name: keyof typeof quotas, table: string) => ({
					used: store.count(table),
					limit: quotas[name],
				});
				return ok({
					urls: used('urls', 'links WHERE listed'),
					clicks: used('clicks', 'clicks'),
					qrs: used('qrs', 'qr_codes'),
					bios: used('bios', 'bios'),
					domains: used('domains', 'domains'),
				});
			},
		);
	},
};

function getAccountRow({ store }: Sandbox): AccountRow {
	return store.find<AccountRow>('account', USER_ID)!;
}

function toAccountRecord(sandbox: Sandbox): z.input<typeof record> {
	const { id, name, email, created_at: createdAt } = getAccountRow(sandbox);
	const avatarUrl = `${sandbox.url}/_sandbox/avatar.svg`;
	return { id, name, email, avatarUrl, planId: 3, plan: 'pro', status: 'active', createdAt };
}

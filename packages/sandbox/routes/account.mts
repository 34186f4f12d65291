import { z } from 'zod';

import { scopes } from '../access.mts';
import type { Resource, Sandbox, SandboxApp } from '../context.mts';
import { endpoints } from '../endpoints.mts';
import { done, ok, toFieldRefusal } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { createTable } from '../store.mts';
import { ownLinks } from './links.mts';

/** The ID of the sandbox's only user. */
export const USER_ID = 1;

/** A row of the table `account`. */
interface AccountRow {
	id: number;
	name: string;
	email: string;
	/** A new e-mail address of the user that isn't verified yet. */
	pending_email: string | null;
	username: string;
	password: string;
	expires: string;
	created_at: string;
}

const newPassword = z.string().min(8, 'must have at least 8 characters');

/** The account and its API keys (current API, Account and API keys; legacy API, Account). */
export const account: Resource = {
	tables: createTable(
		'account',
		`name TEXT NOT NULL, email TEXT NOT NULL, pending_email TEXT, username TEXT NOT NULL,
		password TEXT NOT NULL, expires TEXT NOT NULL`,
	),

	seed({ store, keys, apiKey }) {
		store.insert('account', {
			id: USER_ID,
			name: 'Demo Account',
			email: 'demo@example.com',
			username: 'demo',
			password: 'demo-password',
			expires: '2030-01-01T00:00:00.000Z',
			created_at: '2026-01-01T08:00:00.000Z',
		});
		keys.add('Demo key', [], apiKey, '2026-01-01T08:00:00.000Z');
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const route = endpoints(app, 'Account', 'account');

		route('GET /api/account', {}, () => ok(toAccountRecord(sandbox)));

		route(
			'PUT /api/account/update',
			{
				description:
					'A new e-mail address is stored separately until it is verified, which never happens in the sandbox.',
				body: schemas.atLeastOne(
					z.strictObject({ name: schemas.text, email: z.email() }).partial(),
				),
			},
			({ body: { name, email } }) => {
				store.update('account', USER_ID, { name, pending_email: email });
				const response = ok(toAccountRecord(sandbox));
				if (email === undefined || email === response.data.email) return response;
				return { ...response, message: `Please confirm the message sent to ${email}.` };
			},
		);

		route(
			'PUT /api/account/password',
			{
				body: z.strictObject({
					current: z.string(),
					password: newPassword,
					confirmPassword: z.string(),
				}),
			},
			({ body: { current, password, confirmPassword } }) => {
				if (current !== getAccountRow(sandbox).password) {
					throw toFieldRefusal('current', 'it is not the current password');
				}
				if (confirmPassword !== password) {
					throw toFieldRefusal('confirmPassword', 'it differs from the password');
				}
				store.update('account', USER_ID, { password });
				return done('The password has been changed.');
			},
		);

		route('GET /api/account/stats', {}, () => ok(getUsage(sandbox)));

		addLegacyRoutes(app, sandbox);
		addKeyRoutes(app, sandbox);
	},
};

/** Returns the used amount and the limit of each quota. */
function getUsage({ settings: { quotas }, store }: Sandbox) {
	const used = (name: keyof typeof quotas, table: string = name) => ({
		used: store.count(table),
		limit: quotas[name],
	});
	return {
		urls: used('urls', ownLinks),
		clicks: used('clicks'),
		qrs: used('qrs', 'qr_codes'),
		bios: used('bios'),
		domains: used('domains'),
	};
}

/** Adds the account routes of the legacy API. */
function addLegacyRoutes(app: SandboxApp, sandbox: Sandbox) {
	const route = endpoints(app, 'Legacy: Account');

	route('GET /v3/api/account', {}, () => {
		const { id, email, username, expires, created_at: registered } = getAccountRow(sandbox);
		return ok({
			id,
			email,
			username,
			avatar: `${sandbox.url}/_sandbox/avatar.svg`,
			status: 'pro',
			expires: schemas.toTimestamp(expires),
			registered: schemas.toTimestamp(registered),
		});
	});

	route(
		'PUT /v3/api/account/update',
		{
			description:
				'Required fields are not documented. Assumed: at least one field. A new e-mail address ' +
				'takes effect immediately, because the legacy API mentions no verification.',
			body: schemas.atLeastOne(
				z.strictObject({ email: z.email(), password: newPassword }).partial(),
			),
		},
		({ body }) => {
			sandbox.store.update('account', USER_ID, body);
			return done('Account has been successfully updated.');
		},
	);
}

/** Adds the routes that list and create API keys. */
function addKeyRoutes(app: SandboxApp, { keys }: Sandbox) {
	const route = endpoints(app, 'API keys', 'apikey');

	route('GET /api/account/apikeys', {}, () => ok({ keys: keys.list() }));

	route(
		'POST /api/account/apikeys/add',
		{
			body: z.strictObject({
				name: schemas.text,
				scopes: z.array(z.enum(scopes)).default([]).describe('empty = full access'),
			}),
		},
		({ body }) => {
			const { key, record: made } = keys.add(body.name, [...new Set(body.scopes)]);
			const { id, name, scopes: granted, createdAt } = made;
			return ok({ id, name, key, scopes: granted, createdAt });
		},
	);
}

function getAccountRow({ store }: Sandbox) {
	return store.find<AccountRow>('account', USER_ID)!;
}

/** Returns the account in the current API's format. */
function toAccountRecord(sandbox: Sandbox) {
	const { id, name, email, created_at: createdAt } = getAccountRow(sandbox);
	const avatarUrl = `${sandbox.url}/_sandbox/avatar.svg`;
	return { id, name, email, avatarUrl, planId: 3, plan: 'pro', status: 'active', createdAt };
}

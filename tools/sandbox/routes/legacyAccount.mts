import { z } from 'zod/v4';

import type { Resource } from '../context.mts';
import { done, ok } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { USER_ID } from './account.mts';

interface AccountRow {
	id: number;
	email: string;
	username: string;
	expires: string;
	created_at: string;
}

const record = z.strictObject({
	id: z.int(),
	email: z.string(),
	username: z.string(),
	avatar: z.string(),
	status: z.string(),
	expires: z.string(),
	registered: z.string(),
});

/** The account as the legacy API shows it (legacy API, Account): the same one as the current API's. */
export const legacyAccount: Resource = {
	routes(app, sandbox) {
		const { store } = sandbox;
		const tags = ['Legacy: Account'];

		app.get(
			'/v3/api/account',
			{
				config: { access: 'full' },
				schema: { tags, response: { 200: schemas.answer(record) } },
			},
			() => {
				const { id, email, username, ...row } = store.find<AccountRow>('account', USER_ID)!;
				return ok({
					id,
					email,
					username,
					avatar: `${sandbox.url}/_sandbox/avatar.svg`,
					status: 'pro',
					expires: schemas.toTimestamp(row.expires),
					registered: schemas.toTimestamp(row.created_at),
				});
			},
		);

		app.put(
			'/v3/api/account/update',
			{
				config: { access: 'full' },
				schema: {
					tags,
					description:
						'Which field is required is not shown: assumed, at least one. A new e-mail address ' +
						'counts at once, since the legacy API speaks of no verification.',
					body: schemas.atLeastOne(
						z
							.strictObject({
								email: z.email(),
								password: z.string().min(8, 'must have at least 8 characters'),
							})
							.partial(),
					),
					response: { 200: schemas.messageAnswer },
				},
			},
			({ body }) => {
				store.update('account', USER_ID, body);
				return done('Account has been successfully updated.');
			},
		);
	},
};

import { z } from 'zod';

import { toCsv } from '../csv.mts';
import type { Resource, Sandbox, SandboxApp } from '../context.mts';
import { endpoints } from '../endpoints.mts';
import { list } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { createTable } from '../store.mts';
import { findBio, getBioBySlug, getBlocks } from './bioBlocks.mts';
import { sendPage } from './visits.mts';

/** A row of the table `subscribers`. */
interface SubscriberRow {
	id: number;
	bio_id: number;
	email: string;
	name: string;
	source: string;
	created_at: string;
}

/** Subscribers of bio pages: their API (current API, Endpoints, Bio profiles), and the public sign-up form. */
export const subscribers: Resource = {
	tables: createTable(
		'subscribers',
		`bio_id INTEGER NOT NULL, email TEXT NOT NULL COLLATE NOCASE, name TEXT NOT NULL DEFAULT '',
		source TEXT NOT NULL DEFAULT 'newsletter_block', UNIQUE (bio_id, email)`,
	),

	seed({ store }) {
		const people = [
			['reader@example.com', 'Ada Reader'],
			['second@example.com', 'Writer, Bo "Second"'],
			['third@example.com', 'Cäsar\nof two lines'],
		];
		for (const [index, [email, name]] of people.entries()) {
			const created_at = new Date(Date.UTC(2026, 1, 1 + index, 12)).toISOString();
			store.insert('subscribers', { bio_id: 1, email, name, created_at });
		}
	},

	fill: {
		name: 'subscribers',
		make: ({ store }, n) => {
			const [email, name] = [`filled-${n}@example.com`, `Reader, No. ${n}`];
			store.insert('subscribers', { bio_id: 1, email, name });
		},
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const route = endpoints(app, 'Subscribers', 'bio');

		route(
			'GET /api/bio/:id/subscribers',
			{ query: schemas.pageQuery },
			({ params: { id }, query }) => {
				findBio(sandbox, id);
				const source = store.listWhere('subscribers WHERE bio_id = ?', [id], toSubscriberRecord);
				return list('subscribers', sandbox.settings, query, source, 50);
			},
		);

		route('GET /api/bio/:id/subscribers/export', {}, ({ params: { id } }, reply) => {
			findBio(sandbox, id);
			const sql = 'SELECT * FROM subscribers WHERE bio_id = ? ORDER BY id';
			const rows = store.all<SubscriberRow>(sql, id).map(toSubscriberRecord);
			const columns = ['email', 'name', 'source', 'date'] as const;
			const cells = rows.map((row) => columns.map((name) => row[name]));
			const csv = toCsv([[...columns], ...cells], '\r\n');
			return reply
				.type('text/csv; charset=utf-8')
				.header('Content-Disposition', `attachment; filename="subscribers-${id}.csv"`)
				.send(csv);
		});

		// The sign-up form is posted as a web form, not JSON. It gets a separate Fastify scope, because the API accepts
		// only JSON.
		void app.register((forms, _options, ready) => {
			signUp(forms as SandboxApp, sandbox);
			ready();
		});
	},
};

/** Adds the public route of the sign-up form, which accepts only web forms. */
function signUp(app: SandboxApp, sandbox: Sandbox) {
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
	);
	endpoints(app, 'Subscribers')(
		'POST /bio/:slug/subscribe',
		{
			description: 'The sign-up form in the newsletter block of a bio page.',
			body: z.strictObject({ email: z.email(), name: z.string().max(255).default('') }),
		},
		({ params, body }, reply) => {
			const { store } = sandbox;
			const bio = getBioBySlug(sandbox, params.slug);
			const hasForm = bio && getBlocks(sandbox, bio.id).some(({ type }) => type === 'newsletter');
			if (!hasForm) return sendPage(reply, 404, 'There is no newsletter here.');
			const known = 'SELECT 1 FROM subscribers WHERE bio_id = ? AND email = ?';
			// Signing up a second time sends no event.
			if (store.get(known, bio.id, body.email) === undefined) {
				store.insert('subscribers', { bio_id: bio.id, ...body });
				const source = 'newsletter_block';
				sandbox.deliveries.emit('subscriber.added', { bioId: bio.id, email: body.email, source });
			}
			return sendPage(reply, 200, 'Thank you for signing up.');
		},
	);
}

/** Returns a subscriber in the API's format, whose fields aren't documented. */
function toSubscriberRecord(row: SubscriberRow) {
	const { id, email, name, source, created_at: date } = row;
	return { id, email, name, source, date };
}

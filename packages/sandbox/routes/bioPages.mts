import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

import type { Resource, Sandbox, SandboxApp } from '../context.mts';
import { crud, endpoints } from '../endpoints.mts';
import { checkFree, checkQuota, ok, Refusal } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { createTable } from '../store.mts';
import {
	addBlock,
	emitBioUpdated,
	findBio,
	getBioBySlug,
	getBioUrl,
	getBlocks,
	toBlockRecord,
} from './bioBlocks.mts';
import type { BioRow } from './bioBlocks.mts';
import { getDnsStatus } from './domains.mts';
import { createAlias } from './links.mts';
import { sendPage, toVisitor } from './visits.mts';

const seo = z.strictObject({ title: z.string(), description: z.string() });

/** The presets that `theme` accepts. The names are assumed. */
const themes = ['default', 'midnight', 'paper', 'sunrise'] as const;

const fields = z.strictObject({
	name: schemas.text,
	bio: schemas.longText,
	avatar: schemas.webUrl,
	theme: z.enum(themes),
});
const creation = fields.partial({ bio: true, avatar: true, theme: true }).extend({
	slug: schemas.alias,
});
const changes = fields
	.extend({ avatar: schemas.webUrl.or(schemas.emptied), seo: seo.partial() })
	.partial();

/** Bio pages: their API (current API, Endpoints, Bio profiles), and the pages that visitors see. */
export const bioPages: Resource = {
	tables: createTable(
		'bios',
		`name TEXT NOT NULL, slug TEXT NOT NULL UNIQUE COLLATE NOCASE, bio TEXT NOT NULL DEFAULT '',
		avatar TEXT, theme TEXT NOT NULL DEFAULT 'default', seo_title TEXT NOT NULL DEFAULT '',
		seo_description TEXT NOT NULL DEFAULT '', domain TEXT UNIQUE,
		views INTEGER NOT NULL DEFAULT 0`,
	),

	seed(sandbox) {
		const { store } = sandbox;
		const day = '2026-01-25T09:00:00.000Z';
		const bio = 'Everything about the demo account';
		store.insert('bios', { name: 'Demo page', slug: 'demo', bio, views: 7, created_at: day });
		store.insert('bios', { name: 'Empty page', slug: 'empty', created_at: day });
		addBlock(sandbox, 1, 'header', { title: 'Welcome' }, { key: 'welcome' });
		const shop = { title: 'Our shop', url: 'https://example.com/shop', icon: 'cart' };
		addBlock(sandbox, 1, 'link', shop, { key: 'shop' });
		const signUp = { title: 'News', button: 'Sign up' };
		addBlock(sandbox, 1, 'newsletter', signUp, { key: 'news' });
	},

	fill: {
		name: 'bios',
		make: ({ store }, n) =>
			store.insert('bios', { name: `Page ${n}`, slug: `${createAlias()}-${n}` }),
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const route = endpoints(app, 'Bio pages', 'bio');

		crud(app, sandbox, {
			tag: 'Bio pages',
			scope: 'bio',
			path: '/api/bio',
			table: 'bios',
			noun: 'bio page',
			toRecord: (row: BioRow) => toBioRecord(sandbox, row),
			toDetail: (row) => toBioDetail(sandbox, row),
			list: {
				description:
					'The API docs do not name the response property that holds the bio pages. Assumed: bios.',
			},
			add: {
				body: creation,
				insert: (body) => {
					checkQuota(sandbox, 'bios', store.count('bios'));
					checkFree(sandbox, 'bios', 'slug', body.slug);
					return body;
				},
			},
			get: {},
			update: {
				description: 'Assumed: fields missing in seo are not changed.',
				body: schemas.atLeastOne(changes),
				change: (row, body) => change(sandbox, row, body),
			},
			remove: {
				before: ({ id }) => {
					store.run('DELETE FROM bio_blocks WHERE bio_id = ?', id);
					store.run('DELETE FROM subscribers WHERE bio_id = ?', id);
				},
			},
		});

		route(
			'POST /api/bio/:id/ai-generate',
			{
				description:
					'A substitute for the AI: the same prompt always adds the same bio, and the same blocks at the end.',
				body: z.strictObject({ prompt: z.string().trim().min(1, 'must not be empty').max(2000) }),
			},
			({ params: { id }, body }) => {
				findBio(sandbox, id);
				store.transaction(() => generate(sandbox, id, body.prompt));
				emitBioUpdated(sandbox, id, ['bio', 'blocks']);
				return ok(toBioDetail(sandbox, findBio(sandbox, id)));
			},
		);

		addDomainRoutes(app, sandbox);
		addPublicRoutes(app, sandbox);
	},
};

/** Updates a bio page, and sends the event `bio.updated` with the names of the changed fields. */
function change(sandbox: Sandbox, row: BioRow, body: Partial<z.output<typeof changes>>) {
	const { id } = row;
	const before = toBioDetail(sandbox, row);
	const { seo: words = {}, ...rest } = body;
	const columns = { seo_title: words.title, seo_description: words.description };
	sandbox.store.update('bios', id, { ...rest, ...columns });
	const after = toBioDetail(sandbox, findBio(sandbox, id));
	const names = Object.keys(body) as Array<keyof typeof body>;
	const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
	if (changed.length > 0) emitBioUpdated(sandbox, id, changed);
}

/** Adds the routes that set and verify a bio page's domain. */
function addDomainRoutes(app: SandboxApp, sandbox: Sandbox) {
	const { store } = sandbox;
	const route = endpoints(app, 'Bio pages', 'bio');

	route(
		'PUT /api/bio/:id/domain',
		{ body: z.strictObject({ domain: schemas.hostname }) },
		({ params: { id }, body }) => {
			findBio(sandbox, id);
			const domain = body.domain.toLowerCase();
			if (store.get('SELECT 1 FROM bios WHERE domain = ? AND id <> ?', domain, id)) {
				throw new Refusal(409, `The domain "${domain}" belongs to another bio page.`);
			}
			store.update('bios', id, { domain });
			emitBioUpdated(sandbox, id, ['domain']);
			return ok(getDomainStatus(sandbox, domain));
		},
	);

	route(
		'GET /api/bio/:id/domain/verify',
		{
			description:
				'The sandbox does not query DNS: a domain is verified if the account has it and it ' +
				'was verified with POST /_sandbox/domains/:id/verify.',
		},
		({ params: { id } }) => {
			const { domain } = findBio(sandbox, id);
			if (domain === null) throw new Refusal(404, `The bio page ${id} has no domain of its own.`);
			return ok(getDomainStatus(sandbox, domain));
		},
	);
}

/** Adds the public routes of bio pages, which need no API key. */
function addPublicRoutes(app: SandboxApp, sandbox: Sandbox) {
	const route = endpoints(app, 'Bio pages', 'bio');

	route('GET /api/bio/public/:slug', { access: 'public' }, ({ params: { slug } }) => {
		const row = getBioBySlug(sandbox, slug);
		if (!row) throw new Refusal(404, `There is no bio page with the slug "${slug}".`);
		// The API documents say only "Public bio data". Assumed: the fields that the page shows.
		const { name, bio, url, avatar, theme, blocks } = toBioDetail(sandbox, row);
		return ok({ name, slug: row.slug, bio, url, avatar, theme, blocks });
	});

	route('GET /bio/:slug', { query: z.looseObject({}) }, (request, reply) => {
		const row = getBioBySlug(sandbox, request.params.slug);
		if (!row) return sendPage(reply, 404, 'This bio page does not exist.');
		sandbox.store.run('UPDATE bios SET views = views + 1 WHERE id = ?', row.id);
		const { country, referrer } = toVisitor(request);
		sandbox.deliveries.emit('bio.viewed', { bioId: row.id, slug: row.slug, country, referrer });
		const blocks = getBlocks(sandbox, row.id).map(toBlockRecord);
		return sendPage(
			reply,
			200,
			JSON.stringify({ ...row, blocks }, null, '\t').replaceAll('<', '\\u003c'),
		);
	});
}

/** Returns a bio page in the API's format for lists. */
function toBioRecord(sandbox: Sandbox, row: BioRow) {
	const { id, name, slug, bio, views, created_at: date } = row;
	return { id, name, slug, bio, url: getBioUrl(sandbox, row), views, date };
}

/** Returns the details of a bio page. Their fields aren't documented. Assumed: all fields that clients can set. */
function toBioDetail(sandbox: Sandbox, row: BioRow) {
	const { avatar, theme, domain, seo_title: title, seo_description: description } = row;
	const blocks = getBlocks(sandbox, row.id).map(toBlockRecord);
	return {
		...toBioRecord(sandbox, row),
		avatar,
		theme,
		seo: { title, description },
		domain,
		blocks,
	};
}

/** Returns a domain's verification status and DNS records. */
function getDomainStatus({ store }: Sandbox, domain: string) {
	const sql = 'SELECT 1 FROM domains WHERE domain = ? AND verified';
	const verified = store.get(sql, domain) !== undefined;
	return { verified, domain, dns_records: getDnsStatus(domain, verified) };
}

/** Adds a bio and three blocks that depend only on the prompt. */
function generate(sandbox: Sandbox, id: number, prompt: string) {
	const [first] = prompt.split(/[.\n]/, 1);
	const bio = `Made from: ${prompt}`;
	sandbox.store.update('bios', id, { bio });
	addBlock(sandbox, id, 'header', { title: first.slice(0, 60) });
	addBlock(sandbox, id, 'text', { text: bio });
	const words = encodeURIComponent(first.trim().slice(0, 60));
	addBlock(sandbox, id, 'link', { title: 'Read more', url: `https://example.com/?q=${words}` });
}

import { randomBytes } from 'node:crypto';
import { z } from 'zod';

import type { Resource, Sandbox, SandboxApp } from '../context.mts';
import { endpoints } from '../endpoints.mts';
import {
	deleted,
	done,
	findOrRefuse,
	ok,
	Refusal,
	toFieldRefusal,
	toInvalid,
} from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { createTable } from '../store.mts';
import { USER_ID } from './account.mts';

/** A bio page as stored. Its table and routes are in bioPages.mts. */
export interface BioRow {
	id: number;
	name: string;
	slug: string;
	bio: string;
	avatar: string | null;
	theme: string;
	seo_title: string;
	seo_description: string;
	domain: string | null;
	views: number;
	created_at: string;
}

/** Returns the bio page with this ID, or refuses the request (404). */
export function findBio(sandbox: Sandbox, id: number): BioRow {
	return findOrRefuse(sandbox, 'bios', id, 'bio page');
}

/** Returns the bio page with this slug, or undefined. */
export function getBioBySlug({ store }: Sandbox, slug: string) {
	return store.get<BioRow>('SELECT * FROM bios WHERE slug = ?', slug);
}

/** Returns the public URL of a bio page. */
export function getBioUrl(sandbox: Sandbox, row: Pick<BioRow, 'slug'>) {
	return `${sandbox.url}/bio/${row.slug}`;
}

/** Sends the event `bio.updated` with the names of the changed fields. */
export function emitBioUpdated(sandbox: Sandbox, id: number, names: string[]) {
	const { slug } = findBio(sandbox, id);
	sandbox.deliveries.emit('bio.updated', { bioId: id, slug, changes: names, userId: USER_ID });
}

/** A row of the table `bio_blocks`. `content` is JSON. */
interface BlockRow {
	id: number;
	bio_id: number;
	key: string;
	type: string;
	content: string;
	position: number;
}

/**
 * Schemas of a block's content, by block type. The API documents show only the fields of `link`; the others are
 * assumed.
 */
const contents = {
	link: z.strictObject({
		title: schemas.text.meta({ title: 'Title' }),
		url: schemas.webUrl.meta({ title: 'URL' }),
		icon: schemas.text.optional().meta({ title: 'Icon' }),
	}),
	text: z.strictObject({ text: schemas.longText.min(1, 'must not be empty') }),
	image: z.strictObject({
		url: schemas.webUrl,
		alt: schemas.text.optional().meta({ title: 'Alternative text' }),
		link: schemas.webUrl.optional(),
	}),
	header: z.strictObject({
		title: schemas.text,
		size: z.enum(['small', 'medium', 'large']).optional(),
	}),
	divider: z.strictObject({ style: z.enum(['solid', 'dashed', 'space']).optional() }),
	social: z.strictObject({
		links: z.array(z.strictObject({ network: schemas.text, url: schemas.webUrl })).min(1),
	}),
	embed: z.strictObject({ url: schemas.webUrl, height: z.int().min(1).max(4000).optional() }),
	newsletter: z.strictObject({
		title: schemas.text.optional(),
		description: schemas.longText.optional(),
		button: schemas.text.optional(),
	}),
	video: z.strictObject({
		url: schemas.webUrl,
		autoplay: z.boolean().optional(),
		startAt: z.number().min(0).optional(),
	}),
	countdown: z.strictObject({ title: schemas.text, until: z.iso.datetime({ offset: true }) }),
};
type BlockType = keyof typeof contents;

/** A block in the API's format. Positions start at 0. */
export interface BlockRecord {
	key: string;
	type: string;
	content: Record<string, unknown>;
	position: number;
}

const content = z.record(z.string(), z.unknown(), 'must be an object');
/** The blocks of bio pages (current API, Endpoints, Bio profiles). */
export const bioBlocks: Resource = {
	tables: createTable(
		'bio_blocks',
		`bio_id INTEGER NOT NULL, key TEXT NOT NULL, type TEXT NOT NULL, content TEXT NOT NULL,
		position INTEGER NOT NULL, UNIQUE (bio_id, key)`,
	),

	routes(app, sandbox) {
		const { store } = sandbox;
		const route = endpoints(app, 'Bio pages', 'bio');

		route(
			'GET /api/bio/widgets',
			{ description: 'The format of the schemas is not documented. Assumed: JSON Schema.' },
			() => ok({ widgets }),
		);

		route(
			'POST /api/bio/:id/block',
			{
				description: 'Assumed: positions start at 0, and a position beyond the end means the end.',
				body: z.strictObject({ type: z.string(), content, position: z.int().min(0).optional() }),
			},
			({ params: { id }, body }) => {
				findBio(sandbox, id);
				const type = knownType(body.type);
				const checked = checkContent(type, body.content);
				const { position } = body;
				const row = store.transaction(() => addBlock(sandbox, id, type, checked, { position }));
				emitBioUpdated(sandbox, id, ['blocks']);
				return ok(toBlockRecord(row));
			},
		);

		route(
			'PUT /api/bio/:id/block/:key',
			{
				description: 'Assumed: the new content replaces the whole previous content.',
				body: z.strictObject({ content }),
			},
			({ params: { id, key }, body }) => {
				const block = findBlock(sandbox, id, key);
				const checked = checkContent(block.type as BlockType, body.content);
				store.update('bio_blocks', block.id, { content: JSON.stringify(checked) });
				emitBioUpdated(sandbox, id, ['blocks']);
				return ok(toBlockRecord(findBlock(sandbox, id, key)));
			},
		);

		route('DELETE /api/bio/:id/block/:key', {}, ({ params: { id, key } }, reply) => {
			store.remove('bio_blocks', findBlock(sandbox, id, key).id);
			arrange(sandbox, getBlocks(sandbox, id));
			emitBioUpdated(sandbox, id, ['blocks']);
			deleted(reply, sandbox.settings, 'The block has been removed.');
		});

		addReordering(app, sandbox);
	},
};

/** Adds the route that changes the order of the blocks. */
function addReordering(app: SandboxApp, sandbox: Sandbox) {
	const route = endpoints(app, 'Bio pages', 'bio');
	route(
		'PUT /api/bio/:id/reorder',
		{
			description: 'Assumed: order must list each block of the page exactly once.',
			body: z.strictObject({ order: z.array(z.string()) }),
		},
		({ params: { id }, body: { order } }) => {
			findBio(sandbox, id);
			const rows = inGivenOrder(sandbox, getBlocks(sandbox, id), order);
			sandbox.store.transaction(() => arrange(sandbox, rows));
			emitBioUpdated(sandbox, id, ['blocks']);
			return done('The blocks have been reordered.');
		},
	);
}

/** Returns the blocks in the order of these keys. Refuses the keys if one is missing, repeated or unknown. */
function inGivenOrder(sandbox: Sandbox, blocks: BlockRow[], order: string[]) {
	const byKey = new Map(blocks.map((block) => [block.key, block]));
	const rows = order.map((key) => {
		const row = byKey.get(key);
		if (!row) throw toFieldRefusal('order', `the page has no block "${key}", or only one`);
		byKey.delete(key);
		return row;
	});
	if (byKey.size > 0) {
		throw toFieldRefusal('order', `it lacks ${[...byKey.keys()].join(', ')}`);
	}
	return rows;
}

/** All block types, with the JSON Schema of their content. */
const widgets = Object.entries(contents).map(([type, schema]) => {
	const { $schema, ...jsonSchema } = z.toJSONSchema(schema);
	return { type, name: type[0].toUpperCase() + type.slice(1), schema: jsonSchema };
});

/** Adds a block with the content `filled` at a position, by default at the end of the page. Returns the new row. */
export function addBlock(
	sandbox: Sandbox,
	bioId: number,
	type: BlockType,
	filled: object,
	{ key = randomBytes(4).toString('hex'), position }: { key?: string; position?: number } = {},
) {
	const rows = getBlocks(sandbox, bioId);
	const row = { bio_id: bioId, key, type, content: JSON.stringify(filled), position: rows.length };
	const id = sandbox.store.insert('bio_blocks', row);
	rows.splice(position ?? rows.length, 0, { id, ...row });
	arrange(sandbox, rows);
	return findBlock(sandbox, bioId, key);
}

/** Returns the blocks of a bio page, from top to bottom. */
export function getBlocks({ store }: Sandbox, bioId: number) {
	return store.all<BlockRow>('SELECT * FROM bio_blocks WHERE bio_id = ? ORDER BY position', bioId);
}

/** Returns a block in the API's format. */
export function toBlockRecord(row: BlockRow): BlockRecord {
	const { key, type, position } = row;
	return { key, type, content: JSON.parse(row.content) as BlockRecord['content'], position };
}

/** Returns the block with this key, or refuses the request (404). */
function findBlock(sandbox: Sandbox, bioId: number, key: string) {
	findBio(sandbox, bioId);
	const sql = 'SELECT * FROM bio_blocks WHERE bio_id = ? AND key = ?';
	const row = sandbox.store.get<BlockRow>(sql, bioId, key);
	if (!row) throw new Refusal(404, `The bio page ${bioId} has no block with the key "${key}".`);
	return row;
}

/** Stores the order of the blocks as their positions. */
function arrange({ store }: Sandbox, rows: BlockRow[]) {
	rows.forEach(({ id }, position) => store.update('bio_blocks', id, { position }));
}

/** Returns the type if it is a known block type. Otherwise refuses the request. */
function knownType(type: string): BlockType {
	if (Object.hasOwn(contents, type)) return type as BlockType;
	throw toFieldRefusal('type', `it must be one of ${Object.keys(contents).join(', ')}`);
}

/** Returns the content as the block type's schema outputs it. Refuses invalid content. */
function checkContent(type: BlockType, given: object): object {
	const result = contents[type].safeParse(given);
	if (result.success) return result.data;
	for (const issue of result.error.issues) issue.path.unshift('content');
	throw toInvalid(result.error, { content: given });
}

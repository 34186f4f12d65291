import { z } from 'zod/v4';

import type { Resource, Sandbox } from '../context.mts';
import { deleted, done, legacyList, findOrRefuse, Refusal } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { toCounterSql } from '../store.mts';

interface ChannelRow {
	id: number;
	name: string;
	description: string;
	color: string;
	starred: number;
}

interface ItemRow {
	type: ItemType;
	id: number;
	title: string;
	path: string;
	domain: string | null;
	assigned_at: string;
}

const record = z.strictObject({
	id: z.int(),
	name: z.string(),
	description: z.string(),
	color: z.string(),
	starred: z.boolean(),
});

const item = z.strictObject({
	type: z.enum(['links', 'bio', 'qr']),
	id: z.int(),
	title: z.string(),
	preview: z.string(),
	link: z.string(),
	date: z.string().describe('YYYY-MM-DD'),
});
type ItemType = z.output<typeof item>['type'];

/** Where the items of each type live, and what the list of a channel shows of them. */
const sources: Record<ItemType, { table: string; title: string; path: string; domain: string }> = {
	links: { table: 'links', title: 'longurl', path: "'/' || alias", domain: 'domain' },
	bio: { table: 'bios', title: 'name', path: "'/bio/' || slug", domain: 'NULL' },
	qr: { table: 'qr_codes', title: 'name', path: "'/q/' || code", domain: 'NULL' },
};

const fields = z
	.strictObject({
		name: schemas.text,
		description: schemas.longText,
		color: schemas.hexColor,
		starred: z.boolean(),
	})
	.partial();

/** Channels: labeled groups of links, bio pages and QR codes (legacy API, Channels). */
export const legacyChannels: Resource = {
	tables: `
		CREATE TABLE IF NOT EXISTS channels (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			name TEXT NOT NULL,
			description TEXT NOT NULL DEFAULT '',
			color TEXT NOT NULL DEFAULT '#000000',
			starred INTEGER NOT NULL DEFAULT 0
		);
		${toCounterSql('channels')}
		CREATE TABLE IF NOT EXISTS channel_items (
			n INTEGER PRIMARY KEY AUTOINCREMENT,
			channel_id INTEGER NOT NULL,
			type TEXT NOT NULL,
			item_id INTEGER NOT NULL,
			assigned_at TEXT NOT NULL,
			UNIQUE (channel_id, type, item_id)
		);
		${Object.entries(sources).map(forgetDeleted).join('')}`,

	seed({ store }) {
		const social = { name: 'Social', description: 'What we post', color: '#4F46E5', starred: true };
		store.insert('channels', social);
		store.insert('channels', { name: 'Print' });
		for (const type of Object.keys(sources)) assign(store, 1, type, 1, '2026-01-25T08:00:00.000Z');
	},

	fill: {
		name: 'channels',
		table: 'channels',
		make: ({ store }, n) => store.insert('channels', { name: `Filled ${n}` }),
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const tags = ['Legacy: Channels'];
		const config = { access: 'full' as const };

		app.get(
			'/v3/api/channels',
			{
				config,
				schema: {
					tags,
					querystring: schemas.pageQuery,
					response: { 200: schemas.legacyListAnswer('channels', record) },
				},
			},
			({ query }) => {
				const source = store.list('channels', toChannelRecord);
				return legacyList('channels', sandbox.settings, query, source);
			},
		);

		app.get(
			'/v3/api/channel/:id',
			{
				config,
				schema: {
					tags,
					params: schemas.idParams,
					querystring: schemas.pageQuery,
					response: { 200: schemas.legacyListAnswer('items', item) },
				},
			},
			({ params, query }) => {
				const { id } = findChannel(sandbox, params.id);
				const toRecord = (row: ItemRow) => toItemRecord(sandbox, row);
				const source = store.listWhere(allItems, [id], toRecord, 'n');
				return legacyList('items', sandbox.settings, query, source);
			},
		);

		app.post(
			'/v3/api/channel/add',
			{
				config,
				schema: {
					tags,
					body: fields.required({ name: true }),
					response: { 200: record.extend({ error: z.literal(0) }) },
				},
			},
			({ body }) => {
				const id = store.insert('channels', body);
				return { error: 0 as const, ...toChannelRecord(findChannel(sandbox, id)) };
			},
		);

		app.post(
			'/v3/api/channel/:channelid/assign/:type/:itemid',
			{
				config,
				schema: {
					tags,
					description: 'An item that is in the channel already stays there: assumed.',
					params: z.strictObject({
						channelid: schemas.id,
						type: item.shape.type,
						itemid: schemas.id,
					}),
					response: { 200: schemas.messageAnswer },
				},
			},
			({ params }) => {
				const { channelid, type, itemid } = params;
				findChannel(sandbox, channelid);
				if (!store.find(sources[type].table, itemid)) {
					throw new Refusal(404, `There is no item of type ${type} with id ${itemid}.`);
				}
				assign(store, channelid, type, itemid, new Date().toISOString());
				return done('Item successfully added to the channel.');
			},
		);

		app.put(
			'/v3/api/channel/:id/update',
			{
				config,
				schema: {
					tags,
					params: schemas.idParams,
					body: schemas.atLeastOne(fields),
					response: {
						200: z.union([schemas.messageAnswer, record.extend({ error: z.literal(0) })]),
					},
				},
			},
			({ params, body }) => {
				findChannel(sandbox, params.id);
				store.update('channels', params.id, body);
				if (sandbox.settings.legacy.channelUpdate === 'message') {
					return done('Channel has been updated successfully.');
				}
				return { error: 0 as const, ...toChannelRecord(findChannel(sandbox, params.id)) };
			},
		);

		app.delete(
			'/v3/api/channel/:id/delete',
			{ config, schema: { tags, params: schemas.idParams } },
			({ params }, reply) => {
				findChannel(sandbox, params.id);
				store.remove('channels', params.id);
				// "Deleting a channel also unassigns all its items."
				store.run('DELETE FROM channel_items WHERE channel_id = ?', params.id);
				deleted(reply, sandbox.settings, 'Channel has been deleted successfully.');
			},
		);
	},
};

/** What is deleted leaves its channels. */
function forgetDeleted([type, { table }]: [string, { table: string }]): string {
	return `
		CREATE TRIGGER IF NOT EXISTS ${table}_leave_channels AFTER DELETE ON ${table} BEGIN
			DELETE FROM channel_items WHERE type = '${type}' AND item_id = OLD.id;
		END;`;
}

const allItems = `(${Object.entries(sources)
	.map(
		([type, { table, title, path, domain }]) =>
			`SELECT n, type, item_id AS id, ${title} AS title, ${path} AS path, ${domain} AS domain,
				assigned_at, channel_id FROM channel_items
				JOIN ${table} ON ${table}.id = item_id WHERE type = '${type}'`,
	)
	.join(' UNION ALL ')}) WHERE channel_id = ?`;

function assign(
	store: Sandbox['store'],
	channelId: number,
	type: string,
	itemId: number,
	at: string,
): void {
	const sql = `INSERT OR IGNORE INTO channel_items (channel_id, type, item_id, assigned_at)
		VALUES (?, ?, ?, ?)`;
	store.run(sql, channelId, type, itemId, at);
}

function findChannel(sandbox: Sandbox, id: number): ChannelRow {
	return findOrRefuse(sandbox, 'channels', id, 'channel');
}

function toChannelRecord({ id, name, description, color, starred }: ChannelRow) {
	return { id, name, description, color, starred: starred === 1 };
}

function toItemRecord({ url }: Sandbox, row: ItemRow): z.input<typeof item> {
	const { type, id, title, path, domain, assigned_at: at } = row;
	const host = domain === null ? url : `https://${domain}`;
	const preview = `${url}/_sandbox/avatar.svg`;
	return { type, id, title, preview, link: host + path, date: at.slice(0, 10) };
}

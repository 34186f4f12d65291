import { z } from 'zod';

import type { Resource, Sandbox } from '../context.mts';
import { crud, endpoints } from '../endpoints.mts';
import { done, findOrRefuse, legacyList, Refusal } from '../envelope.mts';
import * as schemas from '../schemas.mts';
import { createTable } from '../store.mts';

interface ChannelRow {
	id: number;
	name: string;
	description: string;
	color: string;
	starred: number;
}

/** An item of a channel, read from the table of its type. */
interface ItemRow {
	type: ItemType;
	id: number;
	title: string;
	path: string;
	domain: string | null;
	created_at: string;
}

type ItemType = 'links' | 'bio' | 'qr';

/** The table of each item type, and the columns that a channel's list of items shows. */
const sources: Record<ItemType, { table: string; title: string; path: string; domain: string }> = {
	links: { table: 'links', title: 'longurl', path: "'/' || alias", domain: 'domain' },
	bio: { table: 'bios', title: 'name', path: "'/bio/' || slug", domain: 'NULL' },
	qr: { table: 'qr_codes', title: 'name', path: ofLink("'/' || alias"), domain: ofLink('domain') },
};

/** Returns SQL that reads a value from the link of a QR code. */
function ofLink(value: string) {
	return `(SELECT ${value} FROM links WHERE links.id = link_id)`;
}

const fields = z
	.strictObject({
		name: schemas.text,
		description: schemas.longText,
		color: schemas.hexColor,
		starred: z.boolean(),
	})
	.partial();

/** Channels: labeled groups of links, bio pages and QR codes (legacy API, Channels). */
export const channels: Resource = {
	tables: [
		createTable(
			'channels',
			`name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '',
			color TEXT NOT NULL DEFAULT '#000000', starred INTEGER NOT NULL DEFAULT 0`,
		),
		createTable(
			'channel_items',
			`channel_id INTEGER NOT NULL, type TEXT NOT NULL, item_id INTEGER NOT NULL,
			UNIQUE (channel_id, type, item_id)`,
		),
		...Object.entries(sources).map(forgetDeleted),
	].join(''),

	seed({ store }) {
		const social = { name: 'Social', description: 'What we post', color: '#4F46E5', starred: true };
		store.insert('channels', social);
		store.insert('channels', { name: 'Print' });
		const created_at = '2026-01-25T08:00:00.000Z';
		for (const type of Object.keys(sources)) {
			store.insert('channel_items', { channel_id: 1, type, item_id: 1, created_at });
		}
	},

	fill: {
		name: 'channels',
		make: ({ store }, n) => store.insert('channels', { name: `Filled ${n}` }),
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const find = (id: number) => findOrRefuse<ChannelRow>(sandbox, 'channels', id, 'channel');

		crud(app, sandbox, {
			tag: 'Legacy: Channels',
			path: '/v3/api/channel',
			table: 'channels',
			noun: 'channel',
			find,
			toRecord: toChannelRecord,
			list: {},
			add: { body: fields.required({ name: true }) },
			update: {
				body: schemas.atLeastOne(fields),
				returns: () => sandbox.settings.legacy.channelUpdate,
			},
			remove: {
				// Deleting a channel keeps its items: "Deleting a channel also unassigns all its items."
				before: ({ id }) => store.run('DELETE FROM channel_items WHERE channel_id = ?', id),
			},
		});

		const route = endpoints(app, 'Legacy: Channels');

		route('GET /v3/api/channel/:id', { query: schemas.pageQuery }, ({ params, query }) => {
			const { id } = find(params.id);
			const toRecord = (row: ItemRow) => toItemRecord(sandbox, row);
			const source = store.listWhere(allItems, [id], toRecord, 'n');
			return legacyList('items', sandbox.settings, query, source);
		});

		route(
			'POST /v3/api/channel/:channelid/assign/:type/:itemid',
			{
				description: 'Assumed: adding an item that is already in the channel changes nothing.',
				params: { type: z.enum(['links', 'bio', 'qr']) },
			},
			({ params: { channelid, type, itemid } }) => {
				find(channelid);
				if (!store.find(sources[type].table, itemid)) {
					throw new Refusal(404, `There is no item of type ${type} with id ${itemid}.`);
				}
				const sql = `INSERT OR IGNORE INTO channel_items (channel_id, type, item_id)
					VALUES (?, ?, ?)`;
				store.run(sql, channelid, type, itemid);
				return done('Item successfully added to the channel.');
			},
		);
	},
};

/** Returns the SQL of a trigger that removes a deleted item from its channels. */
function forgetDeleted([type, { table }]: [string, { table: string }]) {
	return `
		CREATE TRIGGER IF NOT EXISTS ${table}_leave_channels AFTER DELETE ON ${table} BEGIN
			DELETE FROM channel_items WHERE type = '${type}' AND item_id = OLD.id;
		END;`;
}

/** SQL for the items of a channel, of all types. Column `n` states the order in which they were added. */
const allItems = `(${Object.entries(sources)
	.map(
		([type, { table, title, path, domain }]) =>
			`SELECT channel_items.id AS n, type, item_id AS id, ${title} AS title, ${path} AS path, ${domain} AS domain,
				channel_items.created_at, channel_id FROM channel_items
				JOIN ${table} ON ${table}.id = item_id WHERE type = '${type}'`,
	)
	.join(' UNION ALL ')}) WHERE channel_id = ?`;

function toChannelRecord({ id, name, description, color, starred }: ChannelRow) {
	return { id, name, description, color, starred: starred === 1 };
}

function toItemRecord({ url }: Sandbox, row: ItemRow): object {
	const { type, id, title, path, domain, created_at: at } = row;
	const host = domain === null ? url : `https://${domain}`;
	const preview = `${url}/_sandbox/avatar.svg`;
	return { type, id, title, preview, link: host + path, date: at.slice(0, 10) };
}

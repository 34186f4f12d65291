/** Tests that a bio page can be moved to another account with the expressions in docs/guides/bio-pages.md. */
import { readFileSync } from 'node:fs';
import { createClient } from '../../../packages/sandbox/client.mts';
import { byId, useWorld } from '../../support/world.mts';
import { getField } from '../../support/sent.mts';

const world = useWorld();
const guide = readFileSync('docs/guides/bio-pages.md', 'utf8');
/** Returns the guide's expression for a field, changed to read the current item instead of the guide's node *Get*. */
const inGuide = (label: string) => {
	const [, expression] = new RegExp(`\\*\\*${label}\\*\\* \`(\\{\\{.+?\\}\\})\``).exec(guide)!;
	return `=${expression.replace("$('Get').item.json", '$json')}`;
};

const header = { type: 'header', content: { title: 'Welcome' } };
const text = { type: 'text', content: { text: 'About us <b>& you</b>' } };
const shop = { type: 'link', content: { title: 'Shop', url: 'https://shop.example.com/?a=1&b=2' } };
const divider = { type: 'divider', content: {} };
const blocks = [header, text, shop, divider];

/** Reads the page in the old account and creates it in a new one; returns the new page. */
async function move() {
	const address = await world.openAccount();
	const account = createClient(address);
	const credentials = { linkPlatformApi: { ...world.credential, apiKey: address.apiKey } };
	const old = await world.run('bioPage', 'get', { bioPageId: byId(1), output: 'raw' });
	const additionalFields = {
		bio: inGuide('Bio'),
		avatar: inGuide('Avatar'),
		theme: inGuide('Theme'),
		blocks: inGuide('Blocks'),
	};
	const create = { name: inGuide('Name'), slug: inGuide('Alias'), additionalFields };
	const items = [{ json: old.items[0].json }];
	const made = await world.run('bioPage', 'create', create, { items, credentials });
	expect(getField(made.errorItems, 'error')).toEqual([]);
	expect(made.items[0].json.blocksFailed).toEqual([]);
	const updateFields = {
		seoTitle: inGuide('SEO Title'),
		seoDescription: inGuide('SEO Description'),
	};
	const id = Number(made.items[0].json.id);
	const bioPageId = byId(id);
	await world.run('bioPage', 'update', { bioPageId, updateFields }, { items, credentials });
	const { data } = await account.call<{ data: Record<string, unknown> }>(`/api/bio/${id}`);
	const got = data.blocks as Array<Record<string, unknown>>;
	const again = await world.run('bioPage', 'create', create, { items, credentials });
	return {
		page: data,
		blocks: got.map(({ type, content }) => ({ type, content })),
		/** The error from the attempt to create the page a second time. */
		refused: getField(again.errorItems, 'error'),
	};
}

const place = (block: object, position: number) => ({ ...block, position, key: `k${position}` });

test.each([
	["a list that isn't sorted by position", [2, 0, 3, 1].map((n) => place(blocks[n], n + 1))],
	['a list without position numbers', blocks.map((block, n) => ({ ...block, key: `k${n}` }))],
	[
		'an object keyed by block key',
		{ b: place(shop, 3), a: place(header, 1), d: place(divider, 4), c: place(text, 2) },
	],
	[
		'an object keyed by number',
		{ 30: place(header, 1), 4: place(text, 2), 10: place(shop, 3), 2: place(divider, 4) },
	],
])(
	"the guide's expressions copy a bio page and its blocks in order to another account if the blocks are %s",
	async (_, given) => {
		const seo = { title: 'Shop', description: 'Since 1999' };
		const page = { name: 'Our shop', slug: 'our-shop', bio: 'Hello 🌱', theme: 'midnight', seo };
		await world.respond(
			'/api/bio/1',
			{ id: 1, ...page, blocks: given },
			{ method: 'GET', times: 1 },
		);
		const moved = await move();
		expect(moved.blocks).toEqual(blocks);
		expect(moved.page).toMatchObject(page);
		expect(moved.refused).toHaveLength(1);
	},
);

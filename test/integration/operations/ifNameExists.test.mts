/** Tests Create Many with names that exist in the account: which QR codes are kept, changed or created. */
import type { INodeExecutionData } from 'n8n-workflow';
import { createManyIn, toRows } from '../../support/createMany.mts';
import {
	getFailure,
	getField,
	getJson,
	getMessages,
	getPairs,
	getRecord,
	sent,
	toText,
} from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';
import type { SettingsPatch } from '../../../packages/sandbox/settings.mts';
import { withStatus } from '../../support/faults.mts';
import { table } from '../../support/table.mts';

const world = useWorld();

const row = (n: number, name = `Table ${n}`) => ({ ...toRows(1, n)[0], name });
const createMany = createManyIn(world);
const CREATE = { ifNameExists: 'create' };
const getCreated = (items: INodeExecutionData[]) => getField(items, 'created');
const getIds = (items: INodeExecutionData[]) => getField(items, 'id');
const getHints = ({ hints }: { hints: Array<{ message: string }> }) => getMessages(hints);
const count = async () => (await world.all('/api/qrs', 'qrs')).length;
/** Counts requests by route and marks searches; leaves out requests for the quota. */
const asked = async () => {
	const all = await sent(world);
	const requests = all.filter(({ request }) => request !== 'GET /api/account/stats');
	const names = requests.map(({ request, query }) => {
		return `${request.replace(/\d+$/, ':id')}${query?.search ? ' search' : ''}`;
	});
	await world.forget();
	return Object.fromEntries(
		names.map((name) => [name, names.filter((one) => one === name).length]),
	);
};

test.each([
	['QR code lists as documented', {}],
	['targets in QR code lists', { qrTargets: 'shown' }],
	['IDs that are strings', { idsAsStrings: true }],
] as const)(
	'qrCode.createMany creates nothing in a second run with the same 20 rows (response with %s)',
	async (_, settings) => {
		await world.change(settings);
		const given = toRows(20).map((one, n) => (n % 5 ? one : { ...one, name: `Tom & <b> "${n}"` }));
		const first = await createMany(given);
		expect(getJson(first.items)).toMatchObject(
			given.map(({ url }) => ({ created: true, targetUrl: url })),
		);
		expect(getHints(first)).toEqual(['QR codes: 20 created']);
		const second = await createMany(given);
		expect(getCreated(second.items)).toEqual(given.map(() => false));
		expect(getIds(second.items).map(Number)).toEqual(getIds(first.items).map(Number));
		expect(getPairs(second.items)).toEqual(given.map((_row, n) => n));
		expect(getHints(second)).toEqual(['QR codes: 0 created, 20 already existed']);
		expect(await count()).toBe(2 + 20);
	},
);

test('qrCode.createMany with If Name Exists set to Create Another creates all rows again without looking up names', async () => {
	await createMany(toRows(3), CREATE);
	await world.forget();
	const result = await createMany(toRows(3), CREATE);
	expect(getCreated(result.items)).toEqual([true, true, true]);
	expect(getHints(result)).toEqual(['QR codes: 3 created']);
	expect(await asked()).toEqual({ 'POST /api/qr/bulk': 1 });
	expect(await count()).toBe(2 + 6);
});

test('qrCode.createMany evaluates If Name Exists for each row, and an invalid value fails only its row', async () => {
	await createMany(toRows(2));
	const given = ['create', 'keepSame', 'maybe'].map((wish, n) => ({ ...row(n), wish }));
	const { items, errorItems } = await createMany(given, { ifNameExists: '={{ $json.wish }}' });
	expect([getCreated(items), getPairs(errorItems)]).toEqual([[true, false], [2]]);
});

/** As many rows as fit on one page of a list, and half of another. */
const MANY = 150;
const given = Array.from({ length: MANY }, (_, n) => ({
	name: `Filled ${n + 2}`,
	url: `https://example.com/${n + 2}`,
}));
/** What Link Platform shows of where QR codes lead. */
const WORLDS = {
	'as the documents say': {},
	'in lists': { qrTargets: 'shown' },
	'in details alone': { qrTargets: 'details', qrLinks: 'hidden' },
	'to its search alone': { qrLinks: 'hidden' },
	nowhere: { qrLinks: 'hidden', qrSearch: 'ignored' },
} satisfies Record<string, SettingsPatch>;
const codes = { 'GET /api/qrs': 2 };

describe('150 rows that exist unchanged, in an account of 300 links', () => {
	beforeEach(() => world.fill('links', MANY).then(() => world.fill('qrs', MANY)));

	test.each(table<[where: keyof typeof WORLDS, requests: object, kept: number]>`
		as the documents say | {"GET /api/qrs": 2, "GET /api/urls": 4} | 150
		in lists | {"GET /api/qrs": 2} | 150
		in details alone | {"GET /api/qrs": 2, "GET /api/urls": 2, "GET /api/qr/:id": 150} | 150
		to its search alone | {"GET /api/qrs": 2, "GET /api/urls": 2, "GET /api/qr/:id": 1, "GET /api/qrs search": 151} | 150
		nowhere | {"GET /api/qrs": 2, "GET /api/urls": 2, "GET /api/qr/:id": 1, "GET /api/qrs search": 1} | 0
	`)(
		'qrCode.createMany sends the expected requests for 150 existing rows (targets shown: %s)',
		async (where, requests, kept) => {
			await world.change(WORLDS[where]);
			const { items, errorItems } = await createMany(given);
			expect([items.length, errorItems.length]).toEqual([kept, MANY - kept]);
			expect(getCreated(items)).toEqual(Array(kept).fill(false));
			expect(await asked()).toEqual(requests);
			const { items: all } = await createMany(given, { ifNameExists: 'keep' });
			expect(getCreated(all)).toEqual(Array(MANY).fill(false));
			expect(await asked()).toEqual(codes);
		},
	);
});

describe('searches for rows that exist', () => {
	beforeEach(() => world.fill('qrs', 500));

	test.each([
		[
			'is looked up by a search',
			250,
			{
				'GET /api/qrs': 1,
				'GET /api/qrs search': 1,
				'GET /api/urls': 1,
				'GET /api/urls search': 1,
			},
		],
		["is looked up in the whole list if the search doesn't find it", 502, {}],
	])("a single row's name %s", async (_, n, requests) => {
		const { items } = await createMany(
			[row(n, `Filled ${n}`)].map((one) => ({ ...one, url: `https://example.com/${n}` })),
		);
		expect(getCreated(items)).toEqual([n === 502]);
		if (n < 502) expect(await asked()).toEqual(requests);
		else expect(await asked()).toMatchObject({ 'GET /api/qrs': 6, 'GET /api/qrs search': 1 });
	});

	test('qrCode.createMany finds a row whose response was lost by a search, without reading the whole list', async () => {
		const action = { type: 'reset', when: 'afterHandling' };
		await world.fault('/api/qr/bulk', action, { times: 1 });
		const { items } = await createMany([row(1, 'New')]);
		expect(getCreated(items)).toEqual([true]);
		const requests = {
			'GET /api/qrs': 6 + 1,
			'GET /api/qrs search': 1 + 1,
			'GET /api/urls': 1,
			'GET /api/urls search': 1,
			'POST /api/qr/bulk': 1,
		};
		expect(await asked()).toEqual(requests);
	});

	test('qrCode.createMany creates no duplicate if an outdated search result lacks the existing QR code', async () => {
		await world.fault(
			'/api/qrs',
			{ type: 'wrongJson', body: '{"error":0,"data":{"qrs":[]}}' },
			{ after: 1, times: 1 },
		);
		const { items } = await createMany(given.slice(0, 1));
		expect(getCreated(items)).toEqual([false]);
	});
});

test('rows with the same name and URL create only one QR code', async () => {
	const given = [row(0), row(1, 'Menu'), row(1, ' Menu '), row(3, 'Menu'), row(1, 'Menu')];
	const result = await createMany(given);
	const { items } = result;
	expect(getCreated(items)).toEqual([true, true, false, true, false]);
	expect(getIds(items)).toEqual([3, 4, 4, 5, 4]);
	expect(getField(items, 'targetUrl')).toEqual(
		[0, 1, 1, 3, 1].map((n) => `https://example.com/table/${n}`),
	);
	expect(getHints(result)).toEqual([
		'Rows that share a name, but not the URL, have a QR code each: 4, e.g. "Menu" (rows 2, 3, 4, 5)',
		'QR codes: 3 created, 2 already existed',
	]);
	expect(await count()).toBe(2 + 3);
});

test.each(['hidden', 'shown'] as const)(
	'rows with the same name but different URLs create one QR code per URL, and later runs only those of new URLs (targets in lists: %s)',
	async (qrTargets) => {
		await world.change({ qrTargets });
		const given = toRows(4).map((one) => ({ ...one, name: 'Menu' }));
		const first = await createMany(given);
		expect(getCreated(first.items)).toEqual([true, true, true, true]);
		const second = await createMany(given.toReversed());
		expect(getCreated(second.items)).toEqual([false, false, false, false]);
		expect(getIds(second.items)).toEqual(getIds(first.items).toReversed());
		const third = await createMany([...given, row(4, 'Menu')]);
		expect(getCreated(third.items)).toEqual([false, false, false, false, true]);
		expect(await count()).toBe(2 + 5);
	},
);

test('rows with the same name and URL all fail if the first one fails', async () => {
	await world.change({ bulk: { invalidRows: 'refuseRow' } });
	const bad = { name: 'Menu', url: 'ftp://example.com' };
	const given = [bad, bad, row(2)];
	const { items, errorItems } = await createMany(given);
	expect(getPairs(items)).toEqual([2]);
	expect(getPairs(errorItems)).toEqual([0, 1]);
	expect(errorItems[1].json.error).toBe(errorItems[0].json.error);
	expect(await count()).toBe(2 + 1);
});

test('qrCode.createMany ignores whitespace, but not case, when it looks for a name among existing QR codes', async () => {
	await createMany([row(1, 'Menu 1')]);
	const { items } = await createMany([row(1, 'menu 1'), row(1, 'Menu 10'), row(1, '\t Menu 1 ')]);
	expect(getCreated(items)).toEqual([true, true, false]);
});

test.each(['Tom & Jerry', '&&&', '?search=x&page=2#top', '🍵'.repeat(60), '__proto__', '=1+1'])(
	'qrCode.createMany finds the existing QR code with the name %j',
	async (name) => {
		for (const others of [[], toRows(5)]) {
			await world.reset();
			const given = [row(1, name), ...others];
			await createMany(given.map((one) => ({ ...one, name: `${one.name} more` })));
			expect(getCreated((await createMany(given)).items)).toEqual(given.map(() => true));
			expect(getCreated((await createMany(given)).items)).toEqual(given.map(() => false));
		}
	},
);

const moved = { ...row(1), url: 'https://example.com/moved' };
const where = ['shown', 'hidden'] as const;
/** Scans the QR code of the first row; returns its target. */
const scan = async () => {
	const [, , code] = await world.all('/api/qrs', 'qrs');
	return (await world.visit(String(code.url))).headers.get('location');
};

describe('an existing QR code with a different target', () => {
	beforeEach(() => createMany([row(1)]));

	test.each(where)(
		'a row fails before anything is created if a QR code has its name but a different target (targets in lists: %s)',
		async (qrTargets) => {
			await world.change({ qrTargets });
			const { error } = await createMany([row(0), moved, row(2)], {}, { onError: 'stopWorkflow' });
			expect(error?.message).toBe(
				`The QR code "Table 1" exists and leads to ${row(1).url}. 0 created, 3 left`,
			);
			expect(error?.description).toMatch(
				/Under 'If Name Exists', choose whether to keep this QR code/,
			);
			expect(await count()).toBe(2 + 1);
			const { items, errorItems } = await createMany([row(0), moved]);
			expect([getCreated(items), getPairs(errorItems)]).toEqual([[true], [1]]);
		},
	);

	test.each([
		['shown', row(1).url, [`: 1, e.g. "Table 1" leads to ${row(1).url} instead of ${moved.url}`]],
		['hidden', null, []],
	] as const)(
		'the option Keep It keeps a QR code with a different target, and counts it if its record states that (targets in lists: %s)',
		async (qrTargets, targetUrl, hints) => {
			await world.change({ qrTargets });
			const result = await createMany([moved], { ifNameExists: 'keep' });
			expect(getJson(result.items)).toMatchObject([{ created: false, targetUrl }]);
			expect(result.items[0].json).not.toHaveProperty('updated');
			expect(getHints(result)).toEqual(
				hints.map((end) => `Kept QR codes that don't lead to the URL of their row${end}`),
			);
		},
	);

	test.each(where)(
		"the option Update changes an existing QR code's target to its row's URL (lists contain targets: %s)",
		async (qrTargets) => {
			await world.change({ qrTargets });
			const result = await createMany([moved, row(2), moved], { ifNameExists: 'update' });
			expect(getJson(result.items)).toMatchObject([
				{ id: 3, created: false, updated: true, targetUrl: moved.url, previousUrl: row(1).url },
				{ id: 4, created: true, targetUrl: row(2).url },
				{ id: 3, created: false, targetUrl: moved.url },
			]);
			expect(getHints(result)).toEqual([
				'QR codes: 1 created, 1 already existed, 1 with a new target',
			]);
			expect(await scan()).toBe(moved.url);
			expect(JSON.stringify(result.items[0].json).split(row(1).url)).toHaveLength(2);
			await world.forget();
			const again = await createMany([moved], { ifNameExists: 'update' });
			expect(again.items[0].json).toMatchObject({ id: 3, created: false });
			expect(Object.keys(await asked())).not.toContainEqual(expect.stringContaining('PUT'));
		},
	);
});

describe.each(table<[string, SettingsPatch]>`
	as the documents say | {}
	in lists | {"qrTargets": "shown"}
	in details alone | {"qrTargets": "details", "qrLinks": "hidden"}
	by link IDs in details | {"qrLinkIds": "details", "qrLinks": "hidden", "qrTargets": "details"}
`)('a row whose URL is a part of the target of its QR code (targets shown: %s)', (_, service) => {
	const home = 'https://cafe.example/';
	const pairs = [
		['https://cafe.example/menu/2025', 'https://cafe.example/menu'],
		['https://cafe.example/summer?utm_source=poster', home],
		['https://cafe.example/p/12', 'https://cafe.example/p/1'],
		['https://cafe.example/menu', 'https://cafe.example/menu/2025'],
		['https://cafe.example/a', 'https://other.example/b'],
	];
	const old = pairs.map(([url], n) => ({ name: `Code ${n}`, url }));
	const given = pairs.map(([, url], n) => ({ name: `Code ${n}`, url }));
	const targets = async () => {
		await world.change({ qrTargets: 'shown' });
		return (await world.all('/api/qrs', 'qrs')).slice(2).map(({ target }) => target);
	};
	beforeEach(async () => {
		await createMany(old, CREATE);
		await world.change(service);
	});

	test('the options Keep It if … and … Else Create Another take no QR code for another', async () => {
		const { errorItems } = await createMany(given);
		expect(getField(errorItems, 'error')).toEqual(
			old.map(({ name, url }) => `The QR code "${name}" exists and leads to ${url}`),
		);
		const { items } = await createMany(given, { ifNameExists: 'createOther' });
		expect(getCreated(items)).toEqual(given.map(() => true));
		expect(await targets()).toEqual([...old, ...given].map(({ url }) => url));
	});

	test('the option Keep It, and Change Where It Leads changes each, and can be undone', async () => {
		const update = { ifNameExists: 'update' };
		const { items, errorItems } = await createMany(given, update);
		if ('qrLinks' in service && !('qrLinkIds' in service)) {
			// Nothing tells which link to change.
			expect(errorItems).toHaveLength(given.length);
			expect(await targets()).toEqual(old.map(({ url }) => url));
			return;
		}
		expect(getField(items, 'previousUrl')).toEqual(old.map(({ url }) => url));
		expect(await targets()).toEqual(given.map(({ url }) => url));
		await world.change(service);
		const undone = items.map(({ json }) => ({
			name: toText(json.name),
			url: toText(json.previousUrl),
		}));
		await createMany(undone, update);
		expect(await targets()).toEqual(old.map(({ url }) => url));
	});
});

test('the home page of a site with 120 QR codes is found among them where only the search tells', async () => {
	await world.change({ qrLinks: 'hidden' });
	const pages = Array.from({ length: 120 }, (_, n) => ({
		name: `P${n}`,
		url: `https://cafe.example/${n}`,
	}));
	const home = { name: 'Home', url: 'https://cafe.example/' };
	await createMany([...pages, home], CREATE);
	const result = await createMany([home]);
	expect(getRecord(result)).toMatchObject({ created: false, targetUrl: null });
	expect(getHints(result)).toEqual([
		expect.stringMatching(
			/^Kept QR codes of which Link Platform doesn't say .+: 1, e\.g\. "Home"$/,
		),
	]);
});

test('a refused list of links counts as no list, and a failed one fails the row', async () => {
	await createMany([row(1)]);
	await world.fault('/api/urls', withStatus(403), { times: 1 });
	expect(getRecord(await createMany([row(1)]))).toMatchObject({ created: false, targetUrl: null });
	await world.fault('/api/urls', withStatus(500));
	expect(getFailure(await createMany([row(1)])).message).toMatch(/Nothing was created or changed/);
});

test('rows with one name and URL but two designs are refused, and with two URLs they are named', async () => {
	const color = { additionalFields: { foreground: '={{ $json.color }}' } };
	const given = [row(1), row(1), row(2, 'Lamp'), row(3, 'Lamp')].map((one, n) => ({
		...one,
		color: ['#112233', '#332211'][n % 2],
	}));
	const result = await createMany(given, color);
	expect([getPairs(result.items), getPairs(result.errorItems)]).toEqual([
		[2, 3],
		[0, 1],
	]);
	expect(result.errorItems[0].json.error).toMatch(
		/^Several rows are called "Table 1" .+ different designs$/,
	);
	expect(getHints(result)[0]).toMatch(/: 2, e\.g\. "Lamp" \(rows 3, 4\)$/);
	const all = await createMany(given, { ...color, ...CREATE });
	expect(getCreated(all.items)).toEqual(Array(4).fill(true));
});

describe('existing QR codes that share a short URL', () => {
	const update = { ifNameExists: 'update' };
	const second = { ...moved, name: 'Table 2' };
	const respond = async (...others: object[]) => {
		const shared = { url: 'https://go.example/x', linkId: 7, target: row(1).url };
		const both = [1, 2].map((id) => ({ id, name: `Table ${id}`, ...shared }));
		await world.respond('/api/qrs', { qrs: [...both, ...others], maxpage: 1 });
		await world.respond('/api/url/7/update', { id: 7 });
	};
	const expectUnchanged = async (rows: object[]) => {
		const { errorItems } = await createMany(rows, update);
		expect(getField(errorItems, 'error').at(-1)).toMatch(/share the short URL .+: "Table [12]"$/);
		expect(Object.keys(await asked())).not.toContain('PUT /api/url/7/update');
	};

	test('the option Update changes QR codes that share a short URL only if their rows have the same URL', async () => {
		await respond();
		await expectUnchanged([moved]);
		await expectUnchanged([row(1), second]);
		await expectUnchanged([moved, { ...second, url: 'https://example.com/b' }]);
		expect(getField((await createMany([moved, second], update)).items, 'updated')).toEqual([
			true,
			true,
		]);
	});

	test('the option Update changes a QR code whose short URL is its own, although another row keeps one with its name', async () => {
		const given = [row(1), { ...moved, name: 'Table 1' }].map((one, n) => ({
			...one,
			mode: ['keepSame', 'update'][n],
		}));
		await world.respond('/api/qrs', {
			qrs: [row(1), row(2)].map(({ url }, n) => ({
				id: n + 1,
				name: 'Table 1',
				url: `https://go.example/${n}`,
				linkId: 6 + n,
				target: url,
			})),
			maxpage: 1,
		});
		await world.respond('/api/url/7/update', { id: 7 });
		const { items } = await createMany(given, { ifNameExists: '={{ $json.mode }}' });
		expect(getField(items, 'updated')).toEqual([undefined, true]);
	});

	test('the option Update changes no shared short URL if a row may mean another QR code with its name', async () => {
		await respond({ id: 3, name: 'Table 2', url: 'https://go.example/y', target: second.url });
		await expectUnchanged([moved, second]);
	});
});

describe('several existing QR codes with the name, or one whose target is hidden', () => {
	beforeEach(() => createMany([row(1)]));

	test.each(where)(
		'the option "createOther" creates a second QR code if the existing one has a different target (targets in lists: %s)',
		async (qrTargets) => {
			await world.change({ qrTargets });
			const other = { ifNameExists: 'createOther' };
			const result = await createMany([moved], other);
			expect(getJson(result.items)).toMatchObject([{ id: 4, created: true, targetUrl: moved.url }]);
			expect(getHints(result)).toEqual([
				expect.stringMatching(/^QR codes created although .+: 1, e\.g\. "Table 1" leads to /),
			]);
			expect(getIds((await createMany([row(1), moved], other)).items)).toEqual([3, 4]);
		},
	);

	test.each(['keepSame', 'createOther'])(
		'a row with If Name Exists "%s" fails if nothing shows where the existing QR code leads',
		async (ifNameExists) => {
			await world.change(WORLDS.nowhere);
			for (const url of [row(1).url, moved.url])
				expect(getFailure(await createMany([{ ...row(1), url }], { ifNameExists }))).toMatchObject({
					error: 'The QR code "Table 1" exists, and Link Platform doesn\'t say where it leads',
					message: "Choose Keep It or Create Another under 'If Name Exists'",
				});
			expect(await count()).toBe(2 + 1);
		},
	);

	test('the options Keep It and Update fail a row if several existing QR codes have its name', async () => {
		await createMany([row(1)], CREATE);
		for (const ifNameExists of ['keep', 'update']) {
			expect(getFailure(await createMany([moved], { ifNameExists })).error).toMatch(
				/^Several QR codes are called "Table 1"/,
			);
		}
		expect(await scan()).toBe(row(1).url);
	});
});

test.each(['keepSame', 'keep', 'update', 'createOther'])(
	'a QR code of a short URL is kept by its row in every later run (If Name Exists: %s)',
	async (ifNameExists) => {
		const link = await world.first('link', 'create', { url: row(1).url });
		const made = toText(link.shorturl);
		const url = made.replace('http:', 'HTTP:');
		// A second QR code of the name comes first.
		const given = ifNameExists === 'keep' || ifNameExists === 'update' ? [] : [row(2, 'Table 1')];
		await createMany([...given, { ...row(1), url: made }], CREATE);
		const before = await world.all('/api/urls', 'urls');
		for (const night of [1, 2]) {
			const result = await createMany([{ ...row(1), url }], { ifNameExists });
			expect([night, getRecord(result)]).toMatchObject([night, { created: false, targetUrl: url }]);
		}
		expect(await world.all('/api/urls', 'urls')).toEqual(before);
	},
);

test.each(['keep', 'update'])(
	'the If Name Exists option "%s" rejects rows with the same name but two URLs before any request',
	async (ifNameExists) => {
		const given = [row(0), row(1, 'Menu'), row(2, 'Menu')];
		const more = { ifNameExists };
		const { error } = await createMany(given, more, { onError: 'stopWorkflow' });
		expect(error?.message).toMatch(/^2 of 3 rows can't be used.+"Menu".+\(row 2\).+\(row 3\)$/);
		expect(await asked()).toEqual({});
		const { items, errorItems } = await createMany(given, more);
		expect([getPairs(items), getPairs(errorItems)]).toEqual([[0], [1, 2]]);
	},
);

describe('empty rows', () => {
	const blank = { name: '', url: '  ', sku: null };

	test('empty rows are skipped even if they have a row number, and a hint counts them', async () => {
		const given = [row(1), { ...blank, row_number: 3 }, row(2), blank];
		const result = await createMany(given, {}, { onError: 'stopWorkflow' });
		expect(getPairs(result.items)).toEqual([0, 2]);
		expect(getHints(result)).toEqual(['Empty rows skipped: 2', 'QR codes: 2 created']);
	});

	test('a row whose columns are empty is used if its name and URL come from elsewhere', async () => {
		const fixed = { name: '={{ "Item " + $itemIndex }}', url: 'https://example.com/fixed' };
		const result = await createMany([{ note: null }, blank], fixed, { onError: 'stopWorkflow' });
		expect(getField(result.items, 'name')).toEqual(['Item 0', 'Item 1']);
		const named = await createMany([blank, row(1)], { name: 'Fixed' });
		expect(getPairs(named.items)).toEqual([1]);
		expect(getHints(named)[0]).toBe('Empty rows skipped: 1');
	});

	test('a run fails with a single error if all rows are empty', async () => {
		const { error } = await createMany([blank, blank], {}, { onError: 'stopWorkflow' });
		expect(error?.message).toBe('All rows are empty');
	});
});

describe('a lost response', () => {
	const lose = () => world.fault('/api/qr/bulk', { type: 'reset', when: 'before' }, { times: 1 });

	test("a row with a lost response isn't matched to an older QR code that has its name", async () => {
		const given = toRows(2);
		await createMany(given);
		await lose();
		const moved = given.map((one) => ({ ...one, url: `${one.url}/new` }));
		const { items, errorItems } = await createMany(moved, { ifNameExists: 'createOther' });
		expect([items, getPairs(errorItems)]).toEqual([[], [0, 1]]);
		expect(errorItems[0].json.message).toMatch(/may still have gone through/);
	});

	test.each([
		['2999-01-01T00:00:00Z', 1],
		['2999-01-01T00:00:00', 1],
		[new Date().toISOString().slice(0, 19), 0],
		[`${new Date().toISOString().slice(0, 10)}T00:00:00Z`, 0],
		['1999-01-01T00:00:00Z', 0],
	])(
		'a row with a lost response is matched to a QR code dated %s only if that is certainly not before the request',
		async (date, found) => {
			await lose();
			const qrs = [{ id: 9, name: 'Table 0', url: 'https://go.example.com/q/9', date }];
			await world.respond('/api/qrs', { qrs });
			const { items } = await createMany(toRows(2), CREATE);
			expect(getIds(items)).toEqual(found ? [9] : []);
		},
	);
});

test('a row with a lost response is not matched to one of two new QR codes that have its name', async () => {
	await world.fault('/api/qr/bulk', { type: 'reset', when: 'before' }, { times: 1 });
	const date = '2999-01-01T00:00:00Z';
	const qrs = [8, 9].map((id) => ({
		id,
		name: 'Table 0',
		url: `https://go.example.com/${id}`,
		date,
	}));
	await world.respond('/api/qrs', { qrs });
	const { items, errorItems } = await createMany(toRows(2), CREATE);
	expect([items, getPairs(errorItems)]).toEqual([[], [0, 1]]);
	expect(errorItems[0].json.message).toMatch(/may still have gone through/);
});

test.each(['{}', '[]', '{"data":null}', '{"message":"working"}', '{"data":{"qrs":[]}}'])(
	'the response %s to a batch proves nothing, so earlier QR codes of the same names are not reported as created',
	async (body) => {
		const older = (await world.all('/api/qrs', 'qrs')).map(({ name }) => ({
			name,
			url: `https://example.com/${name === 'Poster' ? 'poster' : 'menu'}`,
		}));
		await world.fault('/api/qr/bulk', { type: 'wrongJson', body });
		const { items, errorItems } = await createMany(older, CREATE);
		expect([items, getPairs(errorItems)]).toEqual([[], [0, 1]]);
		expect(errorItems[0].json.message).toMatch(/may still have gone through|may have been created/);
	},
);

test('a hint says that Link Platform changed the target of a QR code, and targetUrl is the changed target', async () => {
	const entry = {
		id: 9,
		name: 'Table 0',
		url: 'https://go.example.com/q/9',
		target: 'https://example.com/cut',
	};
	await world.respond('/api/qr/bulk', [entry]);
	const result = await createMany(toRows(1));
	expect(result.items[0].json).toMatchObject({ created: true, targetUrl: entry.target });
	expect(getHints(result)).toEqual([
		expect.stringContaining(
			`: 1, e.g. "Table 0" leads to ${entry.target} instead of ${toRows(1)[0].url}. Check`,
		),
	]);
});

test("a target in the response is ignored if it is the QR code's own short URL", async () => {
	const url = 'https://go.example.com/q/9';
	await world.respond('/api/qr/bulk', [{ id: 9, name: 'Table 0', url, linkedUrl: url }]);
	const result = await createMany(toRows(1));
	expect(result.items[0].json).toMatchObject({ created: true, targetUrl: toRows(1)[0].url });
	expect(getHints(result)).toEqual([]);
});

describe('failed look-up of names', () => {
	const refuse = (more: object = {}) =>
		world.fault('/api/qrs', withStatus(403), { method: 'GET', ...more });

	test('rows fail before anything is created if looking up their names fails', async () => {
		await refuse();
		const onError = 'continueRegularOutput';
		const { items } = await createMany(
			[...toRows(2), { name: '', url: 'https://example.com/x' }],
			{},
			{ onError },
		);
		expect(getJson(items.slice(0, 2))).toEqual(
			Array(2).fill({
				error: 'Fault on demand: 403',
				message: expect.stringMatching(/Nothing was created or changed for this row$/),
				details: { httpCode: '403', reason: 'refused', requestId: expect.any(String) },
			}),
		);
		expect(items[2].json.error).toBe("'Name' is empty");
		expect(await asked()).toEqual({ 'GET /api/qrs': 1 });
	});

	test('all rows fail and nothing is created if looking up names fails on the second page', async () => {
		await world.fill('qrs', 500);
		// The names of two rows are searched for before the second page is read.
		await refuse({ after: 3, times: 1 });
		const { items, errorItems } = await createMany([row(0), row(1), row(1)]);
		expect([items.length, errorItems.length]).toEqual([0, 3]);
		expect(await count()).toBe(502);
	});

	test('the run stops before anything is created if looking up names fails and On Error is Stop Workflow', async () => {
		await refuse();
		const { error } = await createMany(toRows(8), {}, { onError: 'stopWorkflow' });
		expect(error?.message).toMatch(/^Fault on demand: 403 \(row \d\)\. 0 created, 8 left/);
		expect(await asked()).toEqual({ 'GET /api/qrs': 1 });
	});
});

test.each([1, 12])(
	'simultaneous runs of qrCode.createMany with the same %i rows create each row only once',
	async (length) => {
		const before = await count();
		await world.fault('/api/qr/bulk', { type: 'delay', ms: 100 });
		const given = toRows(length);
		const runs = await Promise.all([1, 2, 3].map(() => createMany(given)));
		expect(await count()).toBe(before + length);
		const [ids] = runs.map(({ items }) => getIds(items));
		for (const { items } of runs) expect(getIds(items)).toEqual(ids);
		const created = runs.map(({ items }) => new Set(getCreated(items)));
		expect(created.filter((one) => one.has(true))).toEqual([new Set([true])]);
	},
);

test('a batch that the rate limit refused is sent again with Create Another, even if older QR codes have its names', async () => {
	const older = await world.all('/api/qrs', 'qrs');
	const rows = older.map(({ name }, n) => row(n, toText(name)));
	await world.sandbox.fault({ path: '/api/qr/bulk', times: 1, action: withStatus(429) });
	const { items } = await createMany(rows, CREATE);
	expect(getCreated(items)).toEqual(rows.map(() => true));
	expect(await count()).toBe(2 * rows.length);
});

test.each([{}, { foreground: '#111111' }])(
	'a refused row of its own request (%j) fails, although the refusal shows the QR code that has its name',
	async (additionalFields) => {
		const existing = { id: 77, name: 'Table 1' };
		const body = { error: 1, message: 'Name is taken', existing };
		for (const path of ['/api/qr/add', '/api/qr/bulk'])
			await world.fault(path, { type: 'status', status: 409, body });
		const result = await createMany([row(1)], { ...CREATE, additionalFields });
		expect(getFailure(result).error).toBe('Name is taken');
	},
);

test('the option Create Another finds the QR codes of a batch whose response has status 204', async () => {
	const action = { type: 'status', status: 204, afterHandling: true } as const;
	await world.sandbox.fault({ path: '/api/qr/bulk', times: 1, action });
	const { items } = await createMany(toRows(3), CREATE);
	expect(getCreated(items)).toEqual([true, true, true]);
});

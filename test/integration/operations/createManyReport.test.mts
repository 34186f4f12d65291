/** Tests the errors and hints of Create Many before it creates QR codes, when it stops early, and at the end. */
import { createManyIn } from '../../support/createMany.mts';
import {
	getErrors,
	getFailure,
	getField,
	getMessages,
	getPairs,
	keyWith,
	requested,
	toItems,
} from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';
import { withStatus } from '../../support/faults.mts';
import { table } from '../../support/table.mts';

const world = useWorld();

interface Row {
	name: string;
	url: string;
	row_number?: number;
}
const rows = (count: number): Row[] =>
	Array.from({ length: count }, (_, n) => ({
		name: `Garden Glove ${n + 1}`,
		url: `https://shop.example/${n + 1}`,
	}));
const createMany = createManyIn(world);
const AGAIN =
	'Run all rows again: existing QR codes are kept, so only the missing ones are created';
const STOP = { onError: 'stopWorkflow' } as const;
const count = async () => (await world.all('/api/qrs', 'qrs')).length - 2;
const getHints = ({ hints }: { hints: Array<{ message: string }> }) => getMessages(hints);

describe('invalid rows', () => {
	const withBad = (count: number, ...bad: number[]) =>
		rows(count).map((row, n) => (bad.includes(n + 1) ? { ...row, url: '' } : row));
	const begins = (bad: number, count: number) =>
		`${bad} of ${count} rows can't be used; nothing was created. 'URL' is empty (row 3`;

	test('invalid rows stop the run before any request is sent, and the error names up to ten of them', async () => {
		const { error } = await createMany(withBad(500, 3, 121, 500), {}, STOP);
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: `${begins(3, 500)}). 'URL' is empty (row 121). 'URL' is empty (row 500)`,
			description: expect.stringMatching(/^Correct these rows, or set 'On Error'/),
		});
		const bad = Array.from({ length: 25 }, (_, n) => n + 3);
		const many = await createMany(withBad(40, ...bad), {}, STOP);
		expect(many.error?.message).toContain(begins(25, 40));
		expect(many.error?.message.match(/\(row \d+\)/g)).toHaveLength(10);
		const ofSheet = withBad(3, 2).map((row, n) => ({ ...row, row_number: n + 2 }));
		const sheet = await createMany(ofSheet, {}, STOP);
		expect(sheet.error?.message).toBe(`${begins(1, 3)})`);
		const single = await createMany(withBad(1, 1), {}, STOP);
		expect(single.error?.message).toBe("'URL' is empty");
		await world.expectNoRequest();
	});

	test("invalid rows don't affect the valid rows if On Error is set to continue", async () => {
		const { items, errorItems } = await createMany(withBad(20, 7, 9));
		expect(items).toHaveLength(18);
		expect(getErrors(errorItems)).toEqual([6, 8].map((n) => [n, "'URL' is empty"]));
	});

	test('rows that all lack a column fail with one message that lists the columns they have', async () => {
		const wrong = rows(20).map(({ name, url }) => ({ Name: name, Location: url })) as never[];
		const words = (count: number) =>
			`'URL' is empty in all ${count} rows. The rows have these columns: Name, Location`;
		const name = { name: '={{ $json.Name }}' };
		const { error, hints } = await createMany(wrong, name, STOP);
		expect([error?.message, hints]).toEqual([words(20), []]);
		const { errorItems } = await createMany(wrong, name);
		expect(getField(errorItems, 'error')).toEqual(Array(20).fill(words(20)));
		// Blank rows of a sheet don't count as rows with an empty URL.
		const empty = { Name: '', Location: '' };
		const blank = [empty, ...wrong, empty];
		expect((await createMany(blank, name, STOP)).error?.message).toBe(words(20));
		const continued = await createMany(blank, name);
		expect(getErrors(continued.errorItems)).toEqual(wrong.map((_, n) => [n + 1, words(20)]));
		expect(getHints(continued)).toEqual(['Empty rows skipped: 2']);
		// Every operation that reads items reports an empty column in this way, even if it stops at the first failure.
		const items = toItems(wrong);
		const create = ['link', 'create', { url: '={{ $json.url }}' }] as const;
		const links = await world.run(...create, { items });
		expect(getField(links.errorItems, 'error')).toEqual(Array(20).fill(words(20)));
		const stopped = await world.run(...create, { items, ...STOP });
		expect(stopped.error?.message).toBe(words(20));
		await world.expectNoRequest();
	});
});

describe('run that stops in the middle', () => {
	beforeEach(() => world.change({ bulk: { refuse: 'Glove 7' } }));
	const more = { additionalFields: { batchSize: 3 }, downloadImage: true };
	const settings = { ...STOP, pace: { concurrency: 1 } };

	test.each([
		['keepSame', AGAIN],
		[
			'create',
			"Before you run the rows again, set 'If Name Exists' to keep existing QR codes, so that nothing is created twice",
		],
	])(
		'the error of a stopped run counts the created and the remaining rows (If Name Exists: %s)',
		async (ifNameExists, again) => {
			const { error } = await createMany(rows(12), { ...more, ifNameExists }, settings);
			expect(error).toMatchObject({
				message: `The name "Garden Glove 7" is not allowed (row 7). 8 created, 8 without image, 4 left. ${again}`,
				context: { itemIndex: 6 },
			});
			expect(await count()).toBe(8);
			expect(await world.counts()).not.toHaveProperty('GET /api/qr/:id/download');
			if (ifNameExists === 'create') return;
			const second = await createMany(rows(12), more, settings);
			expect(second.error?.message).toMatch(
				/\(row 7\)\. 2 created, 8 already existed, 10 without image, 2 left\. Run/,
			);
		},
	);

	test('the error of a run that stops at the rate limit counts the created and the remaining rows', async () => {
		await world.change({ rateLimit: { limit: 3, windowSeconds: 60 } });
		const credentials = { linkPlatformApi: await world.freshCredential() };
		const pace = { concurrency: 1, maxWait: 1 };
		const { error } = await createMany(rows(6), more, { ...STOP, pace, credentials });
		expect(error?.message).toMatch(
			/^Stopped because of the rate limit after waiting \d+ s \(row 4\)\. 3 created, 3 without image, 3 left\. Run/,
		);
	});
});

describe.each([
	['keepSame', AGAIN],
	['create', 'Get the image with QR Code > Download instead of creating the QR code again'],
])('missing image (If Name Exists: %s)', (ifNameExists, again) => {
	const image = { downloadImage: true, format: 'svg', ifNameExists };

	test("an image that can't be downloaded stops the run, and the error says what was created and what to do", async () => {
		await world.fault('/api/qr/:id/download', withStatus(403));
		const { error } = await createMany(rows(3), image, { ...STOP, pace: { concurrency: 1 } });
		expect(error?.message).toBe('Fault on demand: 403 (row 1). 3 created, 3 without image');
		expect(error?.description).toContain(`but its image is missing. ${again}`);
	});

	test('a QR code counts as created if the rate limit prevents its image download, and the error says what to do', async () => {
		const endpoints = [{ path: '/api/qr/:id/download', limit: 2, windowSeconds: 60 }];
		await world.change({ rateLimit: { endpoints } });
		const run = async (settings: object) => {
			const credentials = { linkPlatformApi: await world.freshCredential() };
			const pace = { concurrency: 1, maxWait: 1 };
			return await createMany(rows(6), image, { pace, credentials, ...settings });
		};
		const result = await run({});
		expect(result.items).toHaveLength(2);
		expect(getHints(result)[0]).toMatch(/^QR codes: 6 created, 4 without image/);
		for (const { json } of result.errorItems) {
			expect(json.error).toMatch(/^Stopped because of the rate limit after waiting \d+ s$/);
			expect(json.message).toMatch(/^The QR code exists \(ID \d+\), but its image is missing\. /);
			expect((json.message as string).endsWith(`missing. ${again}`)).toBe(true);
		}
		const { error } = await run(STOP);
		expect(error?.message).toMatch(/\(row \d\)\. .+, \d without image$/);
		expect(error?.description?.endsWith(`missing. ${again}`)).toBe(true);
	});
});

test.each(['keepSame', 'create'])(
	"an image refused because of its size is reported with 'Image Size' and no advice to rerun all rows (%s)",
	async (ifNameExists) => {
		const image = { downloadImage: true, imageSize: 5000, ifNameExists };
		expect(getFailure(await createMany(rows(1), image))).toMatchObject({
			error: expect.stringMatching(/^'Image Size \(Pixels\)' is 5000: .+ is not valid/),
			message: expect.stringContaining('is missing. Get the image with QR Code > Download instead'),
		});
	},
);

const room = (left: number) => world.change({ quotas: { qrs: 2 + left } });

test('qrCode.createMany changes targets even if the quota has room for the new rows alone', async () => {
	await createMany(rows(3));
	await room(3 + 2);
	const changed = rows(5).map((row) => Object.assign(row, { url: 'https://example.com/new' }));
	const { items } = await createMany(changed, { ifNameExists: 'update' });
	expect(getField(items, 'updated')).toEqual([true, true, true, undefined, undefined]);
});

describe('quota', () => {
	test("qrCode.createMany creates as many rows as the quota allows, and the other rows fail with the quota's numbers", async () => {
		await room(3);
		const { items, errorItems } = await createMany(rows(12));
		expect([getPairs(items), errorItems.length]).toEqual([[0, 1, 2], 9]);
		expect(errorItems[0].json).toMatchObject({
			error: 'Your plan has room for 3 of these 12 QR codes (2 of 5 used)',
			message: expect.stringContaining('Account > Check Quota'),
			details: { reason: 'plan' },
		});
		expect(await requested(world)).toEqual([
			'GET /api/qrs',
			'GET /api/account/stats',
			'POST /api/qr/bulk',
		]);
	});

	test('qrCode.createMany creates nothing if the quota is too small and On Error is Stop Workflow', async () => {
		await room(11);
		const { error } = await createMany(rows(40), {}, STOP);
		expect(error?.message).toMatch(
			/^Your plan has room for 11 of these 40 QR codes \(2 of 13 used\)\. 0 created, 40 left$/,
		);
		expect(await count()).toBe(0);
	});

	test("qrCode.createMany doesn't read the quota if all rows already exist or only one row is created", async () => {
		await createMany(rows(5));
		await room(5);
		await world.forget();
		expect((await createMany(rows(5))).errorItems).toEqual([]);
		await createMany(rows(1));
		expect(await requested(world)).not.toContain('GET /api/account/stats');
	});

	test.each(table<[string, object]>`
		a key that can't read the quota | {}
		quota data that lacks QR codes | {"urls": {"used": 1}}
		an unlimited quota | {"qrs": {"used": 7, "limit": null}}
		a quota that was exceeded, so that it isn't enforced | {"qrs": {"used": 120, "limit": 100}}
	`)('qrCode.createMany creates all rows with %s', async (_, data) => {
		const isUnreadable = Object.keys(data).length === 0;
		if (!isUnreadable) await world.respond('/api/account/stats', data);
		const key = isUnreadable ? await keyWith(world, ['qr:read', 'qr:write']) : {};
		const { items, errorItems } = await createMany(rows(4), {}, key);
		expect([items.length, errorItems]).toEqual([4, []]);
	});

	test('the error for a 403 from a used-up quota names the plan, not missing scopes', async () => {
		await world.respond('/api/account/stats', {});
		await room(3);
		const { errorItems } = await createMany(rows(4));
		expect(errorItems).toHaveLength(4);
		expect(errorItems[0].json.error).toMatch(/limit/i);
		expect(errorItems[0].json.message).toMatch(/Check Quota/);
		expect(errorItems[0].json.message).not.toMatch(/scope/);
	});
});

test('qrCode.createMany shows a hint that counts the created, existing and failed rows', async () => {
	await createMany(rows(12));
	await world.change({ bulk: { refuse: '7' } });
	const result = await createMany([...rows(40), { name: '', url: 'https://shop.example' }]);
	expect(getHints(result)).toEqual(['QR codes: 25 created, 12 already existed, 4 failed']);
	expect(getHints(await createMany(rows(1)))).toEqual([]);
	expect(getHints(await createMany(rows(2), {}, STOP))).toEqual([
		'QR codes: 0 created, 2 already existed',
	]);
});

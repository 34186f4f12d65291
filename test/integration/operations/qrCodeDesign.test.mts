/** Tests design and UTM values of QR codes, for a single QR code and for many. */
import { createManyIn, toRows } from '../../support/createMany.mts';
import { getJson, getPairs, sent, getField } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();

const url = 'https://example.com/menu?lang=en#top';
const row = (n: number) => toRows(1, n)[0];
const run = createManyIn(world);
const createMany = (given: object[], additionalFields: object, more: object = {}) =>
	run(given, { ifNameExists: 'create', additionalFields }, more);

/** Returns all requests except the request for the quota. */
const getRequests = async () => {
	const requests = await sent(world);
	return requests.filter(({ request }) => request !== 'GET /api/account/stats');
};

const design = {
	background: '#FFF',
	errorCorrection: 'H',
	foreground: '#000080',
	logo: 'https://example.com/logo.png',
	margin: 5,
	size: 350,
};

test.each(Object.entries(design))(
	'qrCode.createMany sends a single request instead of a batch if the design field %s is set',
	async (name, value) => {
		await createMany(toRows(1), { [name]: value });
		expect(await sent(world)).toEqual([
			{ request: 'POST /api/qr/add', body: { ...row(0), [name]: value } },
		]);
	},
);

test('qrCode.createMany sends batches if all design fields are empty', async () => {
	const empty = { foreground: '', logo: ' ', size: null, errorCorrection: '' };
	const { hints } = await createMany(toRows(3), empty);
	expect((await getRequests()).map(({ request }) => request)).toEqual(['POST /api/qr/bulk']);
	expect(hints).toEqual([expect.objectContaining({ message: 'QR codes: 3 created' })]);
});

test('qrCode.createMany batches only the rows without a design, and returns all rows in input order', async () => {
	const given = toRows(5).map((one, n) => ({ ...one, color: n % 2 ? '#000080' : '' }));
	const { items } = await createMany(given, { foreground: '={{ $json.color }}' });
	expect(getField(items, 'name')).toEqual(given.map(({ name }) => name));
	expect((await getRequests()).map(({ request }) => request).sort()).toEqual([
		'POST /api/qr/add',
		'POST /api/qr/add',
		'POST /api/qr/bulk',
	]);
});

test('qrCode.createMany reports errors only for the refused rows if rows have a design, or stops early if On Error is Stop Workflow', async () => {
	const given = [row(0), { name: 'Bad', url: 'ftp://example.com/nowhere' }, row(2)];
	const { items, errorItems } = await createMany(given, { margin: 2 });
	expect([getPairs(items), getPairs(errorItems)]).toEqual([[0, 2], [1]]);
	await world.forget();
	const many = [given[1], ...toRows(40)];
	const { error } = await createMany(many, { margin: 2 }, { onError: 'stopWorkflow' });
	expect(error).toMatchObject({ httpCode: '422', context: { itemIndex: 0 } });
	expect((await sent(world)).length).toBeLessThan(20);
});

describe('UTM parameters', () => {
	const utm = { values: { source: 'qr', medium: 'print', campaign: 'spring' } };
	const tagged =
		'https://example.com/menu?lang=en&utm_source=qr&utm_medium=print&utm_campaign=spring#top';

	test.each([
		['create', {}, 'POST /api/qr/add', { name: 'A', url: tagged }],
		['createMany', {}, 'POST /api/qr/bulk', { qrs: [{ name: 'A', url: tagged }] }],
		['createMany', { margin: 2 }, 'POST /api/qr/add', { name: 'A', url: tagged, margin: 2 }],
	])(
		'qrCode.%s with %j appends the UTM parameters to the URL instead of sending them as a field',
		async (operation, more, request, body) => {
			const additionalFields = { utm, ...more };
			const parameters = {
				name: 'A',
				url,
				downloadImage: false,
				ifNameExists: 'create',
				additionalFields,
			};
			const record = await world.first('qrCode', operation, parameters);
			expect(await sent(world)).toEqual([{ request, body }]);
			if (operation === 'createMany') expect(record.targetUrl).toBe(tagged);
		},
	);

	test('qrCode.createMany evaluates the UTM parameters for each row', async () => {
		const values = { content: '={{ $json.name }}' };
		const { items } = await createMany(toRows(2), { utm: { values } });
		expect(getJson(items)).toMatchObject(
			toRows(2).map((one, n) => ({ targetUrl: `${one.url}?utm_content=Table%20${n}` })),
		);
	});
});

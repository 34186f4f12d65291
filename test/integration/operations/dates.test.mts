/** Dates of fields: ISO 8601 or a date object, wherever the workflow is; anything else is refused, never guessed. */
import { getJson, sent } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const url = 'https://example.com/a';

/** Each field for a date, as the operation that has it takes it. */
const fields: Array<[string, string, string, (value: string) => Record<string, unknown>]> = [
	['link', 'create', 'Expiry', (expiry) => ({ url, additionalFields: { expiry } })],
	['link', 'getAll', 'Created After', (createdAfter) => ({ filters: { createdAfter } })],
	['link', 'getAll', 'Created Before', (createdBefore) => ({ filters: { createdBefore } })],
	['analytics', 'getLinkSummary', 'From', (from) => ({ linkId: byId(1), filters: { from } })],
	['analytics', 'getLinkClicks', 'To', (to) => ({ linkId: byId(1), filters: { to } })],
	['file', 'upload', 'Expiry', (expiry) => ({ additionalFields: { expiry } })],
];

/** One of each kind; how else a date may not be written is in `test/unit/parseParameter.test.mts`. */
const NO_DATES = ['01.02.2031', '2031-02-30', '={{ 46000 }}', '={{ new Date("none") }}'];

describe.each(fields)('%s.%s', (resource, operation, label, toParameters) => {
	test(`refuses as '${label}' what is no date in ISO 8601`, async () => {
		for (const value of NO_DATES) {
			const result = await world.run(resource, operation, toParameters(value));
			expect([value, result.items, getJson(result.errorItems)]).toEqual([
				value,
				[],
				[
					{
						error: expect.stringMatching(
							`^'${label}' must be a date as in 2026-01-31 or 2026-01-31T18:00 \\(got `,
						) as string,
						message: 'Correct the value, or the expression that returns it',
						details: { httpCode: null },
					},
				],
			]);
		}
		expect(await sent(world)).toEqual([]);
	});
});

/** Time zone, what the field has, what is sent. */
test.each([
	['America/New_York', '2031-02-03', '2031-02-03'],
	['America/New_York', '2031-02-03T10:00', '2031-02-03T10:00:00-05:00'],
	['America/New_York', '2031-07-03 10:00:30', '2031-07-03T10:00:30-04:00'],
	['Europe/Berlin', '2031-02-03T10:00:00.000Z', '2031-02-03T11:00:00+01:00'],
	['America/New_York', '2031-02-03T23:00+0900', '2031-02-03T09:00:00-05:00'],
	['Europe/Berlin', '={{ new Date(Date.UTC(2031, 1, 3, 23)) }}', '2031-02-04T00:00:00+01:00'],
	[
		'America/New_York',
		'={{ DateTime.fromFormat("01.02.2031", "dd.MM.yyyy", { zone: "Europe/Berlin" }) }}',
		'2031-01-31T18:00:00-05:00',
	],
	['Europe/Berlin', '={{ DateTime.utc(2031, 2, 3) }}', '2031-02-03T01:00:00+01:00'],
])('in %s, %s is sent as %s', async (timezone, expiry, expected) => {
	const parameters = { url, additionalFields: { expiry } };
	await world.run('link', 'create', parameters, { settings: { timezone } });
	expect(await sent(world)).toMatchObject([{ body: { expiry: expected } }]);
});

const expiring: Array<[string, string, Record<string, unknown>]> = [
	['link', 'create', { url }],
	['link', 'upsert', { url, alias: 'launch' }],
	['link', 'update', { linkId: byId(1) }],
	['file', 'upload', {}],
];
const toExpiry = (operation: string, expiry: string) => ({
	[operation === 'update' ? 'updateFields' : 'additionalFields']: { expiry },
});

describe.each(expiring)('%s.%s', (resource, operation, parameters) => {
	test('refuses an expiry that has passed before anything is sent, with row and date', async () => {
		const all = { ...parameters, ...toExpiry(operation, '={{ $json.until }}') };
		const items = [{ json: { until: '2020-01-31', row_number: 7 } }];
		const result = await world.run(resource, operation, all, { items });
		expect(result.items).toEqual([]);
		expect(result.errorItems.map(({ json }) => json.error)).toEqual([
			'\'Expiry\' has passed already (got "2020-01-31") (row 7)',
		]);
		expect(await sent(world)).toEqual([]);
	});
});

describe('on a day that has midnight twice', () => {
	/** The clocks are put back from one to midnight. */
	const days: Array<[string, string, string]> = [
		['America/Havana', '2026-11-01', '-04:00'],
		['Atlantic/Azores', '2026-10-25', '+00:00'],
	];

	test.each(days)('in %s, Created After begins with the first', async (timezone, day, offset) => {
		const first = new Date(`${day}T00:00:00${offset}`);
		const at = (minutes: number) =>
			new Date(first.getTime() + minutes * 60_000).toISOString().slice(0, 19);
		const urls = [-1, 0, 30, 90].map((minutes) => ({ id: minutes, date: at(minutes) }));
		const find = async (filters: object) => {
			await world.respond('/api/urls', { urls, maxpage: 1 }, { times: 1 });
			const { items } = await world.run('link', 'getAll', { filters }, { settings: { timezone } });
			return items.map(({ json }) => json.id);
		};
		expect(await find({ createdAfter: day })).toEqual([0, 30, 90]);
		expect(await find({ createdBefore: day })).toEqual([-1]);
	});
});

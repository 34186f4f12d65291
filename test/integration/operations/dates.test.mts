/** Tests dates in fields, in the workflow's time zone. Values that aren't dates are in wrongValues.test.mts. */
import { sent, getField } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const url = 'https://example.com/a';

/** Each row has the time zone, the value of the field, and the value that the node sends. */
test.each([
	['America/New_York', '2031-02-03', '2031-02-03'],
	['America/New_York', '2031-02-03T10:00', '2031-02-03T10:00:00-05:00'],
	['Europe/Berlin', '={{ new Date(Date.UTC(2031, 1, 3, 23)) }}', '2031-02-04T00:00:00+01:00'],
	[
		'America/New_York',
		'={{ DateTime.fromFormat("01.02.2031", "dd.MM.yyyy", { zone: "Europe/Berlin" }) }}',
		'2031-01-31T18:00:00-05:00',
	],
])(
	"link.create with the workflow's time zone %s sends the expiry %s as %s",
	async (timezone, expiry, expected) => {
		const parameters = { url, additionalFields: { expiry } };
		await world.run('link', 'create', parameters, { settings: { timezone } });
		expect(await sent(world)).toMatchObject([{ body: { expiry: expected } }]);
	},
);

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
	test('an expiry in the past is rejected before any request is sent, and the error names the row and the date', async () => {
		const all = { ...parameters, ...toExpiry(operation, '={{ $json.until }}') };
		const items = [{ json: { until: '2020-01-31', row_number: 7 } }];
		const result = await world.run(resource, operation, all, { items });
		expect(result.items).toEqual([]);
		expect(getField(result.errorItems, 'error')).toEqual([
			'\'Expiry\' is in the past (got "2020-01-31") (row 7)',
		]);
		await world.expectNoRequest();
	});
});

/** IDs that a server in between might take for another address: refused before anything is sent, by every operation. */
import { getResources } from '../../../tools/built.mts';
import { getJson, sent } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

/** For an operation's other fields. */
const GOOD = {
	...{ url: 'https://example.com/a', alias: 'a', name: 'A', slug: 'a', domain: 'a.example' },
	...{ tag: 'a', order: 'a', prompt: 'a', events: ['link.clicked'], itemType: 'links' },
	...{ contentMode: 'json', content: '{"title": "A"}', fileName: 'a.txt' },
	updateFields: { name: 'A', alias: 'a', redirectRoot: 'https://example.com' },
};
/** One of each kind; others are in `test/resilience/hostile.test.mts`. */
const BAD = ['../url/7', '%2e%2e', '7%5C..', '7/update', '={{ "7\\n8" }}'];

const rows = getResources().flatMap(({ value, operations }) =>
	Object.entries(operations).flatMap(([name, { fields }]) =>
		fields
			.filter(({ type, name: field }) =>
				name === 'getPublic'
					? field === 'slug'
					: type === 'resourceLocator' && field !== 'webhookUrl',
			)
			.map((field) => [`${value}.${name}`, field.name, field.displayName, field] as const),
	),
);

test('all operations on a record are here', () => {
	expect(rows.length).toBeGreaterThan(50);
});

test.each(rows)(
	'%s refuses a wrong %s',
	async (operation, field, label, { type, displayOptions }) => {
		const [resource, name] = operation.split('.');
		const { fields } = getResources().find(({ value }) => value === resource)!.operations[name];
		const ids = fields.filter((one) => one.type === 'resourceLocator');
		const shown = Object.entries(displayOptions?.show ?? {});
		const parameters: Record<string, unknown> = {
			...GOOD,
			...Object.fromEntries(ids.map((one) => [one.name, byId(7)])),
			...Object.fromEntries(shown.map(([key, values]) => [key, values![0]])),
		};
		for (const id of BAD) {
			const { items, errorItems } = await world.run(resource, name, {
				...parameters,
				[field]: type === 'resourceLocator' ? byId(id) : id,
			});
			expect([id, items, getJson(errorItems)]).toEqual([
				id,
				[],
				[
					{
						error: expect.stringMatching(`^'${label}' is not a valid ID \\(got "`) as string,
						message: `Enter the ID of the record in '${label}'`,
						details: { httpCode: null },
					},
				],
			]);
		}
		expect(await sent(world)).toEqual([]);
	},
);

test('lists of blocks refuse a wrong page', async () => {
	const parameters = {
		...{ resource: 'bioBlock', operation: 'delete', blockKey: byId('a') },
		bioPageId: byId('..%2faccount'),
	};
	await expect(
		world.engine.listSearch('searchBlocks', { node: 'linkPlatformBioPage', parameters }),
	).rejects.toThrow("'Bio Page' is not a valid ID");
	expect(await sent(world)).toEqual([]);
});

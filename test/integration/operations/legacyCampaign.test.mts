import { getField, getJson } from '../../support/sent.mts';
import { byId, byUrl, useWorld } from '../../support/world.mts';

const world = useWorld();

const legacyCampaignId = byId(2);

test.each(['domain', 'campaign', 'name'] as const)(
	'legacyCampaign.create, update and getAll return the response field "%s" as `name`',
	async (key) => {
		await world.change({ legacy: { campaignName: key } });
		const { url } = world.sandbox;
		const created = await world.run('legacyCampaign', 'create', {
			additionalFields: { name: 'Autumn', slug: 'autumn', public: true },
		});
		expect(getJson(created.items)).toEqual([
			{
				id: 3,
				name: 'Autumn',
				public: true,
				rotator: `${url}/c/autumn`,
				list: `${url}/u/demo/3`,
			},
		]);
		const updated = await world.run('legacyCampaign', 'update', {
			legacyCampaignId: byId(3),
			name: 'Late autumn',
			updateFields: { public: false },
		});
		expect(getJson(updated.items)).toEqual([
			{ id: 3, name: 'Late autumn', public: false, rotator: false, list: `${url}/u/demo/3` },
		]);
		const all = await world.run('legacyCampaign', 'getAll', { returnAll: true });
		expect(all.items.map(({ json }) => [json.id, json.name, json.rotator])).toEqual([
			[1, 'Spring launch', `${url}/c/spring`],
			[2, 'Newsletter', false],
			[3, 'Late autumn', false],
		]);
		for (const { json } of all.items) {
			expect(Object.keys(json)).toEqual(['id', 'name', 'public', 'rotator', 'list']);
		}
	},
);

test('legacyCampaign.getAll, assignLink and delete accept IDs and error codes that are strings', async () => {
	await world.change({ errorAs: 'string', idsAsStrings: true });
	const { items } = await world.run('legacyCampaign', 'getAll', { returnAll: true });
	expect(getField(items, 'name')).toEqual(['Spring launch', 'Newsletter']);
	const assigned = await world.run('legacyCampaign', 'assignLink', {
		legacyCampaignId,
		linkId: byId('1'),
	});
	expect(assigned.errorItems).toEqual([]);
	await world.change({ failuresAs200: true });
	const refused = await world.run('legacyCampaign', 'delete', { legacyCampaignId: byId(99) });
	expect(refused.errorItems[0].json).toMatchObject({
		error: 'There is no campaign with id 99.',
		details: { httpCode: '200', reason: 'refused' },
	});
});

test("legacyCampaign.assignLink accepts a link's ID or its short URL", async () => {
	const shortUrl = byUrl(`${world.url}/launch`);
	for (const linkId of [byId(4), shortUrl]) {
		expect(await world.first('legacyCampaign', 'assignLink', { legacyCampaignId, linkId })).toEqual(
			{ success: true, message: expect.any(String) },
		);
	}
});

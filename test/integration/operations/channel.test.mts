import { getJson } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const channelId = byId(1);

describe('channel.update', () => {
	test('returns the record if the response has it', async () => {
		await world.sandbox.change({ legacy: { channelUpdate: 'record' } });
		const { items } = await world.run('channel', 'update', {
			channelId: byId(2),
			updateFields: { description: 'On paper' },
		});
		expect(getJson(items)).toEqual([
			{ id: 2, name: 'Print', description: 'On paper', color: '#000000', starred: false },
		]);
	});
});

describe('channel.getItems', () => {
	test('returns items of every type, even with the same ID, until they or the channel are deleted', async () => {
		const { items } = await world.run('channel', 'getItems', { channelId });
		expect(items.map(({ json }) => [json.type, json.id])).toEqual([
			['links', 1],
			['bio', 1],
			['qr', 1],
		]);
		expect(items[0].json).toEqual({
			type: 'links',
			id: 1,
			title: 'https://example.com/launch',
			preview: expect.any(String),
			link: `${world.sandbox.url}/launch`,
			date: '2026-01-25',
		});
		const assigned = await world.run('channel', 'assignItem', {
			channelId,
			itemType: 'qr',
			itemId: '2',
		});
		expect(getJson(assigned.items)).toEqual([{ success: true, message: expect.any(String) }]);
		await world.run('link', 'delete', { linkId: byId(1) });
		const rest = await world.run('channel', 'getItems', { channelId });
		expect(rest.items.map(({ json }) => [json.type, json.id])).toEqual([
			['bio', 1],
			['qr', 1],
			['qr', 2],
		]);
		await world.run('channel', 'delete', { channelId });
		expect((await world.run('qrCode', 'get', { qrCodeId: byId(2) })).items).toHaveLength(1);
		const gone = await world.run('channel', 'getItems', { channelId });
		expect(gone.errorItems[0].json).toMatchObject({
			error: 'There is no channel with id 1.',
			message: expect.stringContaining("Looked for 'Channel' 1"),
		});
	});
});

describe('channel', () => {});

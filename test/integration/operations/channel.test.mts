import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

test('channel.update returns the channel if the response contains it', async () => {
	await world.change({ legacy: { channelUpdate: 'record' } });
	expect(
		await world.first('channel', 'update', {
			channelId: byId(2),
			updateFields: { description: 'On paper' },
		}),
	).toEqual({ id: 2, name: 'Print', description: 'On paper', color: '#000000', starred: false });
});

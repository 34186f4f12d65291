/** Tests how long publishing, unpublishing and the form's lists wait for Link Platform. */
import { sent } from '../../support/sent.mts';
import { openTriggerWorld, type TriggerWorld } from '../../support/trigger.mts';
import { useOpenedFor } from '../../support/world.mts';
import { withStatus } from '../../support/faults.mts';

/** A function that runs a test in its own world. The tests are concurrent because they wait most of the time. */
const inWorld = useOpenedFor(openTriggerWorld);

const useUp = async ({ sandbox }: TriggerWorld, windowSeconds: number) => {
	await sandbox.change({ rateLimit: { limit: 5, windowSeconds } });
	while ((await sandbox.ask('GET /api/account')).status < 400);
};

test.concurrent(
	'publishing and unpublishing wait for the next rate limit window if a bulk run has used up the current one',
	inWorld(async (world) => {
		await useUp(world, 2);
		const publication = await world.publish();
		expect(await world.webhooks()).toHaveLength(1);
		await useUp(world, 2);
		await world.remove(publication);
	}),
);

test.concurrent(
	'publishing and unpublishing fail in our words if the rate limit requires a longer wait than n8n allows',
	inWorld(async (world) => {
		const allowed =
			/^Stopped because of the rate limit after waiting 0 s\. .*Try again in a minute/;
		const publication = await world.publish();
		await useUp(world, 600);
		await expect(publication.unpublish()).rejects.toThrow(allowed);
		await expect(world.publish({}, 'another')).rejects.toThrow(allowed);
		await world.change({ rateLimit: { limit: null } });
		world.host.credentials = { linkPlatformApi: await world.freshCredential() };
	}),
);

const removals = async (world: TriggerWorld) =>
	(await sent(world)).filter(({ request }) => request.startsWith('DELETE')).length;
const unable = { method: 'DELETE', action: withStatus(500) };

test.concurrent(
	"deletion of a test's webhook is attempted only once, because n8n can't start another test meanwhile",
	inWorld(async (world) => {
		const publication = await world.listen();
		await world.sandbox.fault(unable);
		await publication.unpublish();
		expect(await removals(world)).toBe(1);
	}),
);

test.concurrent(
	'deleting the webhook of a published workflow is retried until it succeeds',
	inWorld(async (world) => {
		const publication = await world.publish();
		await world.sandbox.fault({ ...unable, times: 2 });
		await publication.unpublish();
		expect(await removals(world)).toBe(3);
		expect(await world.webhooks()).toEqual([]);
	}),
	60_000,
);

test.concurrent(
	"a test's webhook is recognized even if N8N_ENDPOINT_WEBHOOK_TEST changes the test path",
	inWorld(async (world) => {
		const host = await world.engine.startTriggerHost({ testEndpoint: 'hooks/try' });
		try {
			const publication = await host.listenForTestEvent({
				parameters: { events: ['link.clicked'] },
			});
			expect(publication.url).toContain('/hooks/try/');
			expect(await world.webhooks()).toMatchObject([{ url: publication.url }]);
			await world.sandbox.fault(unable);
			await publication.unpublish();
			expect(await removals(world)).toBe(1);
		} finally {
			await host.close();
		}
	}),
);

test.concurrent(
	'dropdowns use the concurrency and rate limit settings of the credential, but wait for less time than an execution',
	inWorld(async (world) => {
		const credential = await world.freshCredential();
		const load = (more: object = {}) =>
			world.engine.loadOptions('getDomains', {
				node: 'linkPlatform',
				credentials: { linkPlatformApi: { ...credential, ...more } },
			});
		await expect(load({ concurrency: 'x' })).rejects.toThrow(
			"'Concurrency' in the credential must be a whole number",
		);
		await world.change({ rateLimit: { limit: 1, windowSeconds: 600 } });
		await load();
		await expect(load()).rejects.toThrow(
			/^Stopped because of the rate limit after waiting 0 s\. .*Try again in a minute, because/,
		);
		await expect(load({ maxWait: 7 })).rejects.toThrow('in the credential (now 7)');
		await world.change({ rateLimit: { limit: null } });
		Object.assign(credential, await world.freshCredential());
		await world.sandbox.fault({ action: { type: 'stall' } });
		await expect(load({ timeout: 1 })).rejects.toThrow(/timed out/);
	}),
);

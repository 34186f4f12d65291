/** 'Ignore Clicks From QR Scans': one visit by QR code is two deliveries, and no other click may be lost. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Publication } from '../../../tools/n8n-engine/index.mts';
import { until } from '../../../tools/until.mts';
import { deliverSigned, openTriggerWorld } from '../../support/trigger.mts';
import { useOpenedFor } from '../../support/world.mts';

/** A world with one trigger at a time that ignores clicks of scans. */
async function openStage() {
	const world = await openTriggerWorld();
	const { sandbox } = world;
	let publication: Publication;
	const items = async () => {
		await until('all executions to end', () =>
			world.started().every(({ status }) => status !== 'running'),
		);
		expect(world.started().filter(({ status }) => status !== 'success')).toEqual([]);
		return world.started().flatMap((execution) => execution.items.map(({ json }) => json));
	};
	const options = { ignoreScanClicks: true };
	return {
		...world,
		visit: sandbox.visit,
		publish: async (events: string[], more: object = {}) => {
			publication = await world.publish({ events, options, ...more });
			return publication;
		},
		listen: async (events: string[]) => {
			publication = await world.listen({ events, options });
		},
		subscribedEvents: async () => (await sandbox.webhooks())[0].events,
		/** The items of all executions, once these have ended. */
		items,
		/** The same, after this many deliveries. */
		itemsAfter: async (deliveries: number) => {
			await until('all deliveries to be done', async () => {
				const sent = await sandbox.deliveries();
				return sent.length === deliveries && sent.every(({ state }) => state === 'delivered');
			});
			return await items();
		},
		/** The trigger's response to an event. */
		deliver: async (body: object, id?: string): Promise<unknown> => {
			const secret = world.getSecret(publication);
			const response = await deliverSigned(publication, JSON.stringify(body), { id, secret });
			expect(response.status).toBe(200);
			return await response.json();
		},
	};
}

/** Most of the time a test waits for scans. */
const staged = useOpenedFor(openStage);
const getEvents = (all: Array<{ event?: unknown }>) => all.map(({ event }) => event).sort();

test.concurrent(
	'a scan runs once, for the scan',
	staged(async ({ visit, publish, itemsAfter }) => {
		await publish(['link.clicked', 'qr.scanned']);
		await visit('/q/poster', { 'x-country': 'DE', 'user-agent': 'iPhone Safari/1' });
		const ran = await itemsAfter(2);
		expect(ran).toMatchObject([{ event: 'qr.scanned', qrId: 1, country: 'DE' }]);
	}),
);

test.concurrent(
	'if only clicks are chosen, scans are subscribed to as well, and run nothing',
	staged(async ({ visit, publish, subscribedEvents, itemsAfter }) => {
		await publish(['link.clicked']);
		expect(await subscribedEvents()).toEqual(['link.clicked', 'qr.scanned']);
		await visit('/q/poster');
		await visit('/launch');
		expect(await itemsAfter(3)).toMatchObject([{ event: 'link.clicked', alias: 'launch' }]);
	}),
);

test.concurrent(
	'without the option both run, and nothing more is subscribed to',
	staged(async ({ visit, publish, subscribedEvents, itemsAfter }) => {
		const publication = await publish(['link.clicked', 'qr.scanned'], { options: {} });
		await visit('/q/poster');
		expect(getEvents(await itemsAfter(2))).toEqual(['link.clicked', 'qr.scanned']);
		await publication.unpublish();
		await publish(['link.clicked'], { options: {} });
		expect(await subscribedEvents()).toEqual(['link.clicked']);
	}),
);

test.concurrent(
	'events other than clicks need no scans',
	staged(async ({ publish, subscribedEvents }) => {
		await publish(['link.created']);
		expect(await subscribedEvents()).toEqual(['link.created']);
	}),
);

const now = Date.now();
const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const visitor = { linkId: 5, country: 'DE', browser: 'Safari', platform: 'iOS' };
const scanned = { event: 'qr.scanned', timestamp: at(0), data: { qrId: 1, ...visitor } };
const clicked = {
	event: 'link.clicked',
	timestamp: at(0.4),
	data: { alias: 'qr-poster', city: 'Bonn', referrer: 'direct', ip: '192.0.2.1', ...visitor },
};
const accepted = { received: true };
const ignored = { received: true, ignored: 'scan' };

test.concurrent(
	'a click after its scan starts no execution, nor does a copy of it',
	staged(async ({ publish, items, deliver, started }) => {
		await publish(['link.clicked', 'qr.scanned']);
		expect(await deliver(scanned)).toEqual(accepted);
		expect(await deliver(clicked, 'click')).toEqual(ignored);
		expect(await deliver(clicked, 'click')).toEqual(ignored);
		expect(getEvents(await items())).toEqual(['qr.scanned']);
		expect(started()).toHaveLength(1);
	}),
);

test.concurrent(
	'a click before its scan gets a response at once, and outputs no item',
	staged(async ({ publish, items, deliver, started }) => {
		await publish(['link.clicked', 'qr.scanned']);
		expect(await deliver(clicked)).toEqual(accepted);
		expect(started().at(-1)!.status).toBe('running');
		await pause(500);
		expect(await deliver(scanned)).toEqual(accepted);
		expect(getEvents(await items())).toEqual(['qr.scanned']);
		const [{ hints }] = started()[0].nodes['Link Platform Trigger'];
		expect(hints).toMatchObject([{ message: 'This click belongs to a scan, so nothing runs' }]);
	}),
);

test.concurrent(
	'a filtered scan also drops its click',
	staged(async ({ publish, deliver }) => {
		await publish(['link.clicked', 'qr.scanned'], { filters: { qrCodeId: '99' } });
		expect(await deliver(scanned)).toEqual({ received: true, ignored: 'filter' });
		expect(await deliver(clicked)).toEqual(ignored);
	}),
);

test.concurrent(
	'a scan at one trigger does not affect another',
	staged(async ({ publish, items, deliver }) => {
		await publish(['link.clicked', 'qr.scanned']);
		await deliver(scanned);
		await publish(['link.clicked', 'qr.scanned']);
		expect(await deliver(clicked)).toEqual(accepted);
		expect(getEvents(await items())).toEqual(['link.clicked', 'qr.scanned']);
	}),
);

test.concurrent(
	'while "listen for test event" is on, every click runs',
	staged(async ({ listen, items, deliver, sandbox }) => {
		await listen(['link.clicked']);
		expect(await deliver(scanned)).toEqual({ received: true, ignored: 'event' });
		expect(await deliver(clicked)).toEqual(accepted);
		expect(getEvents(await items())).toEqual(['link.clicked']);
		await until('the subscription to be gone', async () => (await sandbox.webhooks()).length === 0);
	}),
);

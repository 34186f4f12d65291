/** 'Ignore Click That Belongs to a Scan': one visit by QR code is two deliveries, and no other click may be lost. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Publication } from '../../../tools/n8n-engine/index.mts';
import {
	type TriggerWorld,
	deliverSigned,
	derivedSecret,
	openTriggerWorld,
	until,
	webhooksOf,
} from '../../support/trigger.mts';

let world: TriggerWorld;
let publication: Publication;
/** Executions before the test. */
let before = 0;

beforeAll(async () => {
	world = await openTriggerWorld();
});
beforeEach(async () => {
	await world.sandbox.reset();
	before = world.host.executions.length;
});
afterEach(async () => {
	if (publication.active) await publication.unpublish();
});
afterAll(async () => await world.close());

async function publish(events: string[], options: object = { ignoreScanClicks: true }) {
	publication = await world.host.publish({ parameters: { events, options } });
}
const visit = async (path: string, headers: Record<string, string> = {}) =>
	await fetch(`${world.sandbox.url}${path}`, { redirect: 'manual', headers });

interface Sent {
	event: string;
	state: string;
}
/** The items of all executions, once the service has sent so much and all executions have ended. */
async function itemsAfter(deliveries: number) {
	await until(async () => {
		const { deliveries: sent } = (await world.sandbox.control('deliveries')) as {
			deliveries: Sent[];
		};
		return sent.length === deliveries && sent.every(({ state }) => state === 'delivered');
	});
	return await items();
}
async function items() {
	const started = () => world.host.executions.slice(before);
	await until(() => started().every(({ status }) => status !== 'running'));
	expect(started().filter(({ status }) => status !== 'success')).toEqual([]);
	return started().flatMap((execution) => execution.items.map(({ json }) => json));
}
const eventsOf = (all: Array<Record<string, unknown>>) => all.map(({ event }) => event).sort();

describe('by the service', () => {
	test('a scan runs once, for the scan', async () => {
		await publish(['link.clicked', 'qr.scanned']);
		await visit('/q/poster', { 'x-country': 'DE', 'user-agent': 'iPhone Safari/1' });
		const ran = await itemsAfter(2);
		expect(ran).toMatchObject([{ event: 'qr.scanned', data: { qrId: 1, country: 'DE' } }]);
	});

	test('where only clicks are wanted, scans are subscribed to as well, and run nothing', async () => {
		await publish(['link.clicked']);
		expect((await webhooksOf(world))[0].events).toEqual(['link.clicked', 'qr.scanned']);
		await visit('/q/poster');
		await visit('/launch');
		expect(await itemsAfter(3)).toMatchObject([
			{ event: 'link.clicked', data: { alias: 'launch' } },
		]);
	});

	test('a click by somebody else on the link of a QR code runs', async () => {
		await publish(['all']);
		await visit('/q/poster', { 'x-country': 'DE' });
		await visit('/qr-poster', { 'x-country': 'FR' });
		const ran = await itemsAfter(3);
		expect(eventsOf(ran)).toEqual(['link.clicked', 'qr.scanned']);
		expect(ran.find(({ event }) => event === 'link.clicked')).toMatchObject({
			data: { country: 'FR' },
		});
	});

	test('a click by somebody who looks the same runs: each scan takes one', async () => {
		await publish(['link.clicked', 'qr.scanned']);
		await Promise.all([visit('/q/poster'), visit('/qr-poster'), visit('/q/poster')]);
		expect(eventsOf(await itemsAfter(5))).toEqual(['link.clicked', 'qr.scanned', 'qr.scanned']);
	});

	test('without the option both run, and nothing more is subscribed to', async () => {
		await publish(['link.clicked', 'qr.scanned'], {});
		await visit('/q/poster');
		expect(eventsOf(await itemsAfter(2))).toEqual(['link.clicked', 'qr.scanned']);
		await publication.unpublish();
		await publish(['link.clicked'], {});
		expect((await webhooksOf(world))[0].events).toEqual(['link.clicked']);
	});

	test('events other than clicks need no scans', async () => {
		await publish(['link.created']);
		expect((await webhooksOf(world))[0].events).toEqual(['link.created']);
	});
});

describe('in either order', () => {
	const now = Date.now();
	const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
	const visitor = { linkId: 5, country: 'DE', browser: 'Safari', platform: 'iOS' };
	const scanned = { event: 'qr.scanned', timestamp: at(0), data: { qrId: 1, ...visitor } };
	const clicked = {
		event: 'link.clicked',
		timestamp: at(0.4),
		data: { alias: 'qr-poster', city: 'Bonn', referrer: 'direct', ip: '192.0.2.1', ...visitor },
	};
	const deliver = async (body: object, id?: string) => {
		const secret = derivedSecret(world.sandbox.apiKey, publication.url);
		const answer = await deliverSigned(publication, JSON.stringify(body), { id, secret });
		expect(answer.status).toBe(200);
		return await answer.json();
	};
	const taken = { received: true };
	const ignored = { received: true, ignored: 'scan' };

	test('a click after its scan starts no execution, nor does a copy of it', async () => {
		await publish(['link.clicked', 'qr.scanned']);
		expect(await deliver(scanned)).toEqual(taken);
		expect(await deliver(clicked, 'click')).toEqual(ignored);
		expect(await deliver(clicked, 'click')).toEqual(ignored);
		expect(eventsOf(await items())).toEqual(['qr.scanned']);
		expect(world.host.executions).toHaveLength(before + 1);
	});

	test('a click before its scan is answered at once, and hands on no item', async () => {
		await publish(['link.clicked', 'qr.scanned']);
		expect(await deliver(clicked)).toEqual(taken);
		expect(world.host.executions.at(-1)!.status).toBe('running');
		await pause(500);
		expect(await deliver(scanned)).toEqual(taken);
		expect(eventsOf(await items())).toEqual(['qr.scanned']);
	});

	test('a copy of a scan takes no second click', async () => {
		await publish(['link.clicked']);
		await deliver(scanned, 'scan');
		await deliver(scanned, 'scan');
		expect(await deliver(clicked)).toEqual(ignored);
		expect(await deliver(clicked)).toEqual(taken);
		expect(eventsOf(await items())).toEqual(['link.clicked']);
	});

	test('a scan that the filters leave out takes its click along', async () => {
		publication = await world.host.publish({
			parameters: {
				events: ['link.clicked', 'qr.scanned'],
				filters: { qrCodeId: '99' },
				options: { ignoreScanClicks: true },
			},
		});
		expect(await deliver(scanned)).toEqual({ received: true, ignored: 'filter' });
		expect(await deliver(clicked)).toEqual(ignored);
	});

	test('a click that differs from it runs', async () => {
		await publish(['link.clicked', 'qr.scanned']);
		await deliver(scanned);
		await deliver({ ...scanned, data: { ...scanned.data, linkId: undefined } });
		const others = {
			'another link': { data: { ...clicked.data, linkId: 6 } },
			'another country': { data: { ...clicked.data, country: 'FR' } },
			'another browser': { data: { ...clicked.data, browser: 'Chrome' } },
			'another system': { data: { ...clicked.data, platform: 'macOS' } },
			'no link': { data: { ...clicked.data, linkId: undefined } },
			'no data': { data: null },
			'a later time': { timestamp: at(2.1) },
			'an earlier time': { timestamp: at(-2.1) },
			'no time': { timestamp: undefined },
		};
		const answers = Object.entries(others).map(async ([name, difference]) => {
			return [name, await deliver({ ...clicked, ...difference })];
		});
		const allTaken = Object.keys(others).map((name) => [name, taken]);
		expect(await Promise.all(answers)).toEqual(allTaken);
		expect(eventsOf(await items()).filter((event) => event === 'link.clicked')).toHaveLength(9);
		// The scan was still free.
		expect(await deliver(clicked)).toEqual(ignored);
	});

	test('the scan of one trigger is nothing to another', async () => {
		await publish(['link.clicked', 'qr.scanned']);
		await deliver(scanned);
		const first = publication;
		await publish(['link.clicked', 'qr.scanned']);
		expect(await deliver(clicked)).toEqual(taken);
		await first.unpublish();
		expect(eventsOf(await items())).toEqual(['link.clicked', 'qr.scanned']);
	});

	test('while "listen for test event" is on, every click runs', async () => {
		publication = await world.host.listenForTestEvent({
			parameters: { events: ['link.clicked'], options: { ignoreScanClicks: true } },
		});
		expect(await deliver(scanned)).toEqual({ received: true, ignored: 'event' });
		expect(await deliver(clicked)).toEqual(taken);
		expect(eventsOf(await items())).toEqual(['link.clicked']);
	});
});

/** 'Ignore Likely Bots': clicks of programs run nothing, and no person's click is lost. */
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { isIgnored, toDeliveries } from '../../../tools/docs/botFigures.mts';
import { visits } from '../../../tools/docs/visits.mts';
import type { Publication } from '../../../tools/n8n-engine/index.mts';
import { until } from '../../../tools/until.mts';
import { deliverSigned, openTriggerWorld, type TriggerWorld } from '../../support/trigger.mts';
import { useOpenedFor } from '../../support/world.mts';

const inWorld = useOpenedFor(openTriggerWorld);
const START = Date.parse('2026-03-01T09:00:00Z');

type Delivery = ReturnType<typeof toDeliveries>[number];

interface Click {
	link: number;
	/** In seconds after the first one. */
	at?: number;
	data?: IDataObject;
}

/** Delivers clicks, and returns the responses and the links whose clicks ran. */
async function deliverAll(world: TriggerWorld, publication: Publication, clicks: Click[]) {
	const secret = world.getSecret(publication);
	const ignored: unknown[] = [];
	for (const [n, { link, at = 0, data = {} }] of clicks.entries()) {
		const body = {
			event: 'link.clicked',
			timestamp: new Date(START + at * 1000).toISOString(),
			data: { linkId: link, ip: '192.0.2.10', browser: 'Chrome', platform: 'Windows', ...data },
		};
		const id = `click-${n}`;
		const response = await deliverSigned(publication, JSON.stringify(body), { id, secret });
		ignored.push(((await response.json()) as { ignored?: string }).ignored);
	}
	await until('all executions to end', () =>
		world.started().every(({ status }) => status !== 'running'),
	);
	const ran = world.started().flatMap(({ items }) => items.map(({ json }) => json));
	return { ignored, ran: ran.map(({ data }) => (data as IDataObject).linkId).sort(), items: ran };
}

test.concurrent.each<[string, Click[], ran: number[]]>([
	[
		'a scanner that opens all links of an email at once',
		[1, 2, 3, 4].map((link) => ({ link })),
		[],
	],
	[
		'a scanner, and what it opens later',
		[0, 0.3, 0.6, 4].map((at, n) => ({ link: n + 1, at })),
		[],
	],
	[
		'a person who opens four tabs',
		[1, 2, 3, 4].map((link, n) => ({ link, at: n * 0.8 })),
		[1, 2, 3, 4],
	],
	[
		'three browsers behind one address',
		['Chrome', 'Safari', 'Firefox'].map((browser, n) => ({ link: n + 1, data: { browser } })),
		[1, 2, 3],
	],
	['a person who opens two links', [{ link: 1 }, { link: 2, at: 1 }], [1, 2]],
	[
		'a person who opens one link three times',
		[1, 1, 1].map((link, at) => ({ link, at })),
		[1, 1, 1],
	],
	['a person who reads', [1, 2, 3].map((link, n) => ({ link, at: n * 20 })), [1, 2, 3]],
	['three people', [1, 2, 3].map((link) => ({ link, data: { ip: `192.0.2.${link}` } })), [1, 2, 3]],
	[
		'visitors without an address',
		[1, 2, 3].map((link) => ({ link, data: { ip: null } })),
		[1, 2, 3],
	],
	['a browser that names itself a bot', [{ link: 1, data: { browser: 'Googlebot' } }], []],
	['a user agent', [{ link: 1, data: { userAgent: 'Slackbot-LinkExpanding 1.0' } }], []],
	[
		'a browser whose maker has a search engine',
		[{ link: 1, data: { browser: 'Yandex Browser' } }],
		[1],
	],
])(
	'%s',
	inWorld(async (world, _name, clicks, expected) => {
		const publication = await world.publish({ options: { ignoreLikelyBots: true } });
		const { ignored, ran } = await deliverAll(world, publication, clicks);
		expect(ran).toEqual(expected);
		// What came before it could be seen was accepted, and is dropped in its execution.
		expect(new Set(ignored.filter((reason) => reason !== undefined)).size).toBe(
			expected.length === 0 ? 1 : 0,
		);
	}),
);

test.concurrent(
	'a burst is also seen without addresses in the output, and through a filter',
	inWorld(async (world) => {
		const options = { ignoreLikelyBots: true, dropIpAddresses: true };
		const publication = await world.publish({ options, filters: { linkId: '1' } });
		const burst = [2, 3, 1].map((link) => ({ link }));
		expect(await deliverAll(world, publication, burst)).toEqual({
			ignored: ['filter', 'filter', 'bot'],
			ran: [],
			items: [],
		});
	}),
);

test.concurrent(
	'an execution that ends because of a burst says so',
	inWorld(async (world) => {
		const publication = await world.publish({ options: { ignoreLikelyBots: true } });
		await deliverAll(
			world,
			publication,
			[1, 2, 3].map((link) => ({ link })),
		);
		const messages = world
			.started()
			.map(({ nodes }) => nodes['Link Platform Trigger'][0].hints.map(({ message }) => message));
		const message =
			'This click is one of several that a program made within seconds, so nothing runs';
		expect(messages).toEqual([[message], [message]]);
	}),
);

test.concurrent(
	'off by default, and the output has no trace of it',
	inWorld(async (world) => {
		const publication = await world.publish();
		const { ran, items } = await deliverAll(world, publication, [
			{ link: 1 },
			{ link: 2 },
			{ link: 3 },
		]);
		expect(ran).toEqual([1, 2, 3]);
		expect(Object.keys(items[0])).toEqual(['event', 'deliveryId', 'timestamp', 'data']);
	}),
);

test.concurrent.each([true, false])(
	'each visit of the corpus ends as its figures say (with the user agent: %p)',
	inWorld(async (world, hasAgent) => {
		const publication = await world.publish({ options: { ignoreLikelyBots: true } });
		const secret = world.getSecret(publication);
		const expected: number[] = [];
		const deliver = async (delivery: Delivery) => {
			// The page's figures depend on what arrives while a click is held.
			await pause(Date.parse(delivery.timestamp) - START);
			await deliverSigned(publication, JSON.stringify(delivery), { secret });
		};
		await Promise.all(
			visits.flatMap((visit, visitor) => {
				const all = toDeliveries(visit, visitor, hasAgent);
				for (const one of all) if (!isIgnored(one, all)) expected.push(one.data.linkId);
				return all.map(deliver);
			}),
		);
		await until('all executions to end', () =>
			world.started().every(({ status }) => status !== 'running'),
		);
		const ran = world.started().flatMap(({ items }) => items.map(({ json }) => json));
		const ids = ran.map(({ data }) => (data as { linkId: number }).linkId);
		expect(ids.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
	}),
	60_000,
);

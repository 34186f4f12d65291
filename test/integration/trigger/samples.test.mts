/** Tests that the samples in the trigger's output panel match the events that Link Platform really delivers. */
import { readFileSync } from 'node:fs';
import type { IDataObject, NodeHint } from 'n8n-workflow';
import { EVENTS } from '../../../nodes/LinkPlatform/events/events.ts';
import { toSampleItem } from '../../../nodes/LinkPlatform/events/samples.ts';
import { TRIGGER_PAGE } from '../../../tools/docs/referencePages.mts';
import { useTriggerWorld } from '../../support/trigger.mts';
import { toText } from '../../support/sent.mts';

const types = Object.keys(EVENTS);

const world = useTriggerWorld();

/** Returns the trigger's items by event type while `happen` causes `count` events. */
async function getOutput(count: number, happen: () => Promise<unknown>) {
	const before = world.host.executions.length;
	const publication = await world.host.publish({ parameters: { events: ['all'] } });
	await happen();
	const executions = await world.host.waitForExecutions(before + count);
	await publication.unpublish();
	const items = executions.slice(before).flatMap((execution) => execution.items);
	return new Map(items.map(({ json }) => [toText(json.event), json]));
}

/** Replaces each value by its type, and keeps the names of fields. */
const toShape = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.slice(0, 1).map(toShape);
	if (typeof value !== 'object' || value === null) return typeof value;
	return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, toShape(of)]));
};

test('the sample of each event has the same shape as an event caused by a real action', async () => {
	const { url, apiKey } = world.sandbox;
	const ask = async (method: string, path: string, body: object) => {
		const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
		const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
		expect([path, response.ok]).toEqual([path, true]);
	};
	const output = await getOutput(10, async () => {
		// One click uses up a link; another link is changed; a QR code is scanned; a page is viewed and gets a sign-up.
		const link = { url: 'https://example.com/', alias: 'once', maxClicks: 1 };
		await ask('POST', '/api/url/add', link);
		await ask('PUT', '/api/url/1/update', { url: 'https://example.com/new' });
		await ask('POST', '/api/qr/add', { name: 'Poster', url: 'https://example.com/' });
		await ask('PUT', '/api/bio/1/update', { name: 'Another' });
		for (const path of ['/once', '/poster', '/bio/demo']) await world.visit(path);
		await ask('POST', '/bio/demo/subscribe', { email: 'new@example.com' });
	});
	expect([...output.keys()].sort()).toEqual([
		'bio.updated',
		'bio.viewed',
		'link.clicked',
		'link.created',
		'link.expired',
		'link.updated',
		'qr.created',
		'qr.scanned',
		'subscriber.added',
	]);
	for (const [type, item] of output) {
		expect([type, toShape(item)]).toEqual([type, toShape(toSampleItem(type))]);
	}
});

describe('output panel', () => {
	/** Returns the samples that the editor shows. The editor evaluates an expression for each hint. */
	const shownFor = async (events: unknown, simplify = true) => {
		const { engine } = world;
		const trigger = engine.node('linkPlatformTrigger', {
			parameters: { events, simplify } as never,
		});
		const workflow = engine.workflow({ nodes: [trigger], connections: {} });
		const { description } = engine.nodeTypes.getByNameAndVersion(trigger.type);
		const node = workflow.getNode(trigger.name)!;
		return await workflow.expression.withIsolate(() => {
			const shown = (description.hints as NodeHint[])
				.filter(({ displayCondition }) => {
					return workflow.expression.getSimpleParameterValue(
						node,
						displayCondition,
						'internal',
						{},
					);
				})
				.map(({ message }) => JSON.parse(sampleIn(message)) as IDataObject);
			return Promise.resolve(shown);
		});
	};
	/** Returns a hint's sample as people copy it from the editor. */
	const sampleIn = (message: string) =>
		/<code>(.*)<\/code>$/.exec(message)![1].replaceAll('<br>', '\n').replaceAll('&nbsp;', ' ');

	test.each([
		['one event', ['product.purchased'], ['product.purchased']],
		['two events', ['qr.scanned', 'link.clicked'], ['link.clicked', 'qr.scanned']],
		['two events in one string', 'qr.scanned, link.clicked', ['link.clicked', 'qr.scanned']],
		['an expression', '={{ ["tip" + ".received"] }}', ['tip.received']],
		['all events', ['all'], types],
		['an undocumented event', ['cart.left'], []],
		['no event', [], []],
	])('the output panel shows the matching samples for %s', async (_, events, shown) => {
		expect((await shownFor(events)).map(({ event }) => event)).toEqual(shown);
	});

	test('the output panel shows complete samples, simplified or raw, only until the first event arrives', async () => {
		const { description } = world.engine.nodeTypes.getByNameAndVersion(
			world.engine.node('linkPlatformTrigger').type,
		);
		const hints = description.hints as NodeHint[];
		for (const simplify of [true, false]) {
			const samples = types.map((type) => toSampleItem(type, simplify));
			expect(await shownFor(['all'], simplify)).toEqual(samples);
		}
		for (const { location, whenToDisplay, message } of hints) {
			expect({ location, whenToDisplay }).toEqual({
				location: 'outputPane',
				whenToDisplay: 'beforeExecution',
			});
			// The editor removes all tags except these three.
			const tags = [...message.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag);
			expect(tags.filter((tag) => !['b', 'br', 'code'].includes(tag))).toEqual([]);
		}
	});
});

test("the trigger's panel links to the documentation page that shows the samples", () => {
	const panel = world.engine.nodeTypes.getByNameAndVersion(
		world.engine.node('linkPlatformTrigger').type,
	).description.triggerPanel;
	const { homepage } = JSON.parse(readFileSync('package.json', 'utf8')) as { homepage: string };
	expect(JSON.stringify(panel)).toContain(
		`${homepage.replace('#readme', '')}/blob/main/${TRIGGER_PAGE}#samples`,
	);
});

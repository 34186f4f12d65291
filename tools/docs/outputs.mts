/** Runs every operation and the trigger against the sandbox, to collect output for examples and previews. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { CredentialData, TriggerHost } from '../../packages/n8n-harness/index.mts';
import { type EventName, eventTypes } from '../../packages/sandbox/events.mts';
import { getNodeOf } from '../built.mts';
import { type Stage, onStage } from './stage.mts';
import { getItemsByOperation, runSelfTest, toItems } from './runSelfTest.mts';
import { createSelfTest } from './selfTest.mts';

export type Items = Map<string, IDataObject[]>;

/** All event types. The first one is the example in the reference. */
const EVENTS = [
	...new Set(['product.purchased', ...eventTypes.map(({ name }) => name)]),
] as EventName[];

function add(outputs: Items, name: string, items: IDataObject[]) {
	outputs.set(name, [...(outputs.get(name) ?? []), ...items]);
}

/** Runs one operation, named `resource/operation`, and returns its output items. */
async function run(
	{ engine }: Stage,
	name: string,
	parameters: INodeParameters,
	credentials?: CredentialData,
) {
	const [resource, operation] = name.split('/');
	const all = { resource, operation, ...parameters };
	const node = getNodeOf(resource);
	return toItems(name, await engine.runNode({ node, parameters: all, credentials }));
}

/**
 * Returns the output items of every operation, by `resource/operation`. First, the self-test runs all operations.
 * Operations that return no items there run again on the demo account, after a few visits.
 */
async function getOperationOutputs(stage: Stage) {
	const workflow = createSelfTest();
	const execution = await runSelfTest(stage, { withDisabled: true }, workflow);
	const seen: Items = getItemsByOperation(execution, workflow);
	for (const [name, items] of await getWaitingOutputs(stage)) add(seen, name, items);
	for (const country of ['DE', 'US']) {
		const headers = { 'X-Country': country, Referer: 'https://news.example/today' };
		for (const alias of ['guide', 'launch', 'try']) {
			await stage.sandbox.visit(alias, headers);
		}
	}
	for (const [name, items] of seen) {
		// Analytics of a new record are all zeros, so run these operations on the demo account too.
		if (items.length > 0 && !name.startsWith('analytics/')) continue;
		const ids = { linkId: byId(4), bioPageId: byId(1), campaignId: byId(1) };
		seen.set(name, [...(await run(stage, name, ids)), ...items]);
	}
	for (const [name, items] of await getSamples(stage)) add(seen, name, items);
	const empty = [...seen].filter(([, items]) => items.length === 0).map(([name]) => name);
	if (empty.length > 0) throw new Error(`These operations returned no items: ${empty.join(', ')}`);
	return seen;
}

/**
 * Returns output items that contain data which the self-test's items lack: an image, and the reasons for refusals.
 */
async function getSamples(stage: Stage) {
	const page = { bioPageId: byId(1) };
	const blocks = '[{ "type": "link", "content": { "title": "Shop" } }]';
	const refused = ['POST /api/bio/:id/block', 'PUT /api/bio/:id/update'];
	const samples: Array<[string, INodeParameters, string[]?]> = [
		['bioPage/update', { ...page, updateFields: { avatar: 'https://example.com/ada.png' } }],
		['bioPage/get', page],
		['bioPage/getPublic', { slug: 'demo' }],
		['bioPage/generate', { ...page, prompt: 'A page for a bakery' }],
		['bioPage/create', { name: 'a', slug: 'sample-a', additionalFields: { blocks } }, refused],
		['bioPage/duplicate', { ...page, name: 'b', slug: 'sample-b' }, refused],
	];
	const outputs: Items = new Map();
	for (const [name, parameters, faults = []] of samples) {
		const action = { type: 'status', status: 422 };
		for (const [method, path] of faults.map((route) => route.split(' ')))
			await stage.sandbox.fault({ method, path, action });
		outputs.set(name, await run(stage, name, parameters));
		await stage.sandbox.clearFaults();
	}
	return outputs;
}

const byId = (value: number) => ({ __rl: true as const, mode: 'id', value });

/** Returns the output items of the operations that wait for an event, after triggering the event. */
async function getWaitingOutputs(stage: Stage) {
	const { engine } = stage;
	const host = await engine.startTriggerHost();
	const waits: Array<[string, INodeParameters, EventName, object]> = [
		['link/waitForClick', { linkId: byId(1) }, 'link.clicked', { linkId: 1 }],
		['qrCode/waitForScan', { qrCodeId: byId(1) }, 'qr.scanned', { qrId: 1 }],
		...EVENTS.map((event): (typeof waits)[0] => [
			'webhook/waitForEvent',
			{ events: [event] },
			event,
			{},
		]),
	];
	const outputs: Items = new Map();
	try {
		for (const [index, [name, parameters, event, data]] of waits.entries()) {
			const [resource, operation] = name.split('/');
			const all = { resource, operation, ifAlready: 'wait', ...parameters };
			const start = engine.node('n8n-nodes-base.manualTrigger', { name: 'Start' });
			const node = engine.node('linkPlatform', { name: 'Wait', parameters: all });
			const execution = await host.run({
				nodes: [start, node],
				connections: { Start: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } },
			});
			await stage.sandbox.happen(event, data);
			await host.waitForExecutions(index + 1);
			add(outputs, name, toItems(name, execution.nodes.Wait[0]));
		}
		outputs.set('webhook/sendTestEvent', await getDeliveryOutputs(stage, host));
		return outputs;
	} finally {
		await host.close();
	}
}

/** Returns the output items of the operation that sends a delivery. */
async function getDeliveryOutputs(stage: Stage, host: TriggerHost) {
	const [event] = EVENTS;
	const published = await host.publish({ parameters: { events: [event] } });
	const { url } = published;
	const sent = { webhookUrl: url, event, data: '{}' };
	const items = await run(stage, 'webhook/sendTestEvent', sent);
	await published.unpublish();
	return items;
}

/** Returns the trigger's output items, by event type. */
async function getTriggerOutputs({ engine, sandbox }: Stage): Promise<Items> {
	const host = await engine.startTriggerHost();
	try {
		const published = await host.publish({ parameters: { events: ['all'] } });
		for (const { name } of eventTypes) await sandbox.happen(name);
		const executions = await host.waitForExecutions(eventTypes.length);
		await published.unpublish();
		const items = executions.flatMap((execution) => execution.items.map(({ json }) => json));
		return new Map(items.map((item) => [item.event as string, [item]]));
	} finally {
		await host.close();
	}
}

/**
 * Returns the output items of every operation by `resource/operation`, and the trigger's output items by event type.
 * Throws if an operation fails.
 */
export async function getOutputs(): Promise<Items> {
	return await onStage(
		async (stage) =>
			new Map([...(await getOperationOutputs(stage)), ...(await getTriggerOutputs(stage))]),
	);
}

/** Returns the first item as an example for the reference. Values that differ from run to run are replaced. */
export function toExample([item]: IDataObject[]) {
	return asAlways(item) as IDataObject;
}

/**
 * Patterns of values that differ from run to run (keys, URLs, names, times, random codes), and what to replace them
 * with.
 */
const CHANGING: Array<[RegExp, string]> = [
	[/http:\/\/127\.0\.0\.1:\d+/g, 'https://links.example.com'],
	[/127\.0\.0\.1:\d+/g, 'links.example.com'],
	[/self-test-[\da-f-]{36}\//g, ''],
	[/self-test-[\da-f-]{36}-/g, 'my-'],
	[/\w+ by the self-test/, 'Spring launch'],
	[/self-test\b/gi, 'spring'],
	[/[\da-f]{8}-[\da-f-]{27}/g, '6f9619ff-8b86-4d01-b42d-00c04fc964ff'],
	[/\b(lp_)?[\da-f]{24,48}\b/g, '$1…'],
	[/^[\da-f]{8}$/, 'b7f3a1c2'],
	[/(links\.example\.com\/(?:f\/)?)[\da-z]{8}$/, '$1k3x9m2pa'],
	[/\d{4}-\d\d-\d\d(?<between>[T ])\d\d:\d\d:\d\d/g, '2026-03-01$<between>09:00:00'],
	[/\.\d{3}Z$/, '.000Z'],
	[/^\d{4}-\d\d-\d\d$/, '2026-03-01'],
];

/** Returns a value that is the same in every run. Lists are cut to two entries. */
function asAlways(value: unknown): unknown {
	if (typeof value === 'string') {
		return CHANGING.reduce((text, [pattern, example]) => text.replace(pattern, example), value);
	}
	if (Array.isArray(value)) return value.slice(0, 2).map(asAlways);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			name,
			// The size of an image depends on the random URL that it encodes.
			name === 'fileSize' ? 2650 : asAlways(entry),
		]),
	);
}

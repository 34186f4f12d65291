/** The descriptions of the nodes: complete, ordered and small. */
import { getNodes, getResources } from '../../tools/built.mts';

const nodes = getNodes();
const properties = nodes.flatMap(({ description }) => description.properties);

const resources = getResources();
const all = resources.flatMap(({ value, operations }) =>
	Object.entries(operations).map(([name, operation]) => ({
		title: `${value}.${name}`,
		resource: value,
		name,
		operation,
	})),
);
const titles = all.map(({ title }) => title);
const getOperation = (title: string) => all.find((one) => one.title === title)!;
/** Returns the fields that the editor offers for an operation, in the editor's order. */
const shownFor = ({ resource, name }: { resource: string; name: string }) =>
	properties.filter(({ displayOptions: { show } = {} }) => {
		return show?.resource?.includes(resource) && show.operation?.includes(name);
	});

test.each(titles)(
	'the operation %s has a required field for each parameter in its route',
	(title) => {
		const { operation } = getOperation(title);
		const route = 'route' in operation ? String(operation.route) : '';
		for (const [, name] of route.matchAll(/\{(\w+)\}/g)) {
			const fields = operation.fields.filter((field) => field.name === name);
			expect(fields).not.toEqual([]);
			// If several fields share a name, another field decides which one shows, so none may be required.
			const isAlone = fields.length === 1;
			expect(fields.filter(({ required }) => (required === true) !== isAlone)).toEqual([]);
		}
	},
);

test('fields with the same name in an operation have the same type, and are never shown together', () => {
	const several = all.flatMap(({ title, operation: { fields } }) =>
		[...new Set(fields.map(({ name }) => name))]
			.map((name) => ({ title, name, fields: fields.filter((field) => field.name === name) }))
			.filter((one) => one.fields.length > 1),
	);
	expect(several.map(({ title, name }) => [title, name])).toEqual([
		// In the first two rows, n8n shows one field if the node is a tool, and the other field if it isn't.
		['qrCode.download', 'imageSize'],
		['analytics.getLinkActivity', 'dropIpAddresses'],
		['channel.assignItem', 'itemId'],
	]);
	for (const { fields } of several) {
		expect(new Set(fields.map(({ type }) => type)).size).toBe(1);
		const shown = fields.map(({ displayOptions }) => JSON.stringify(displayOptions));
		expect(new Set(shown).size).toBe(fields.length);
	}
});

test.each(titles)('the editor shows the fields of %s in the order of their definition', (title) => {
	const one = getOperation(title);
	const names = shownFor(one).map(({ name }) => name);
	expect(names).toEqual(one.operation.fields.map(({ name }) => name));
});

test("a field whose visibility depends on another field isn't required", () => {
	// n8n would require the field even if the other field holds an expression that evaluates to a different value.
	// In a trigger, the event decides which fields are visible, like the operation in an action node.
	const own = ['resource', 'operation', 'event'];
	const isChoice = ({ name, displayOptions }: (typeof properties)[number]) =>
		own.includes(name) && (name !== 'event' || displayOptions === undefined);
	const takesNone = properties.filter(isChoice);
	expect(takesNone.every(({ noDataExpression }) => noDataExpression)).toBe(true);
	const demanded = properties.filter(
		({ required, displayOptions }) =>
			required && Object.keys(displayOptions?.show ?? {}).some((name) => !own.includes(name)),
	);
	expect(demanded).toEqual([]);
});

test('all node descriptions together are at most 200 KB of JSON', () => {
	const descriptions = nodes.map(({ description }) => description);
	expect(JSON.stringify(descriptions).length).toBeLessThanOrEqual(200 * 1024);
});

test('every method that a dropdown or list refers to exists', () => {
	const called = (list: unknown) =>
		[
			...JSON.stringify(list).matchAll(
				/"(?:loadOptionsMethod|searchListMethod|resourceMapperMethod)":"(\w+)"/g,
			),
		].map(([, name]) => name);
	for (const { description, methods = {} } of nodes) {
		const offered = Object.values(methods).flatMap((group) => Object.keys(group as object));
		expect(offered).toEqual(expect.arrayContaining(called(description.properties)));
	}
});

describe('trigger', () => {
	const { description: trigger } = nodes.find(
		({ description }) => description.name === 'linkPlatformTrigger',
	)!;

	test('the trigger also supports version 1, which people and AI models write by hand', () => {
		expect(trigger).toMatchObject({ version: [1, 1.1], defaultVersion: 1.1 });
	});

	test("the trigger's panel and activation texts don't mention specific events", () => {
		const { eventTriggerDescription, triggerPanel, activationMessage } = trigger;
		const panel = { eventTriggerDescription, triggerPanel, activationMessage };
		const texts = JSON.stringify(panel).replaceAll(/https:[^" ]+/g, '');
		expect(texts).not.toMatch(/click(s|ed)|scan|visit|purchase|link(?! ?platform)/i);
	});
});

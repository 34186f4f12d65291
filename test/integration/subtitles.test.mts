/** Tests that the subtitle below a node on the canvas uses the names from the node's menus. */
import type { INodeParameters } from 'n8n-workflow';
import { ALL_EVENTS, EVENT_TYPES } from '../../nodes/LinkPlatform/events/events.ts';
import { getResources } from '../../tools/built.mts';
import { useWorld } from '../support/world.mts';
import { table } from '../support/table.mts';

const resources = getResources();
const world = useWorld();

async function getSubtitle(type: string, parameters: INodeParameters) {
	const { engine } = world;
	const node = engine.node(type, { parameters });
	const { expression, nodes } = engine.workflow({ nodes: [node], connections: {} });
	const { subtitle } = engine.nodeTypes.getByNameAndVersion(node.type).description;
	const read = () => expression.getSimpleParameterValue(nodes[node.name], subtitle, 'internal', {});
	return await expression.withIsolate(() => Promise.resolve(read()));
}

const operations = resources.flatMap((resource) =>
	Object.entries(resource.operations).map(([operation, { name }]) => ({
		node: resource.node,
		shown: `${name}: ${resource.name}`,
		parameters: { resource: resource.value, operation } as INodeParameters,
	})),
);

test.each(operations)(
	'an action node shows the subtitle "$shown"',
	async ({ node, shown, parameters }) => {
		expect(await getSubtitle(node, parameters)).toBe(shown);
	},
);

test.each([...EVENT_TYPES, ALL_EVENTS])(
	'the trigger shows the subtitle "$name"',
	async ({ name, value }) => {
		expect(await getSubtitle('linkPlatformTrigger', { events: [value as string] })).toBe(name);
	},
);

test.each(table<[string, Parameters<typeof getSubtitle>[1], string]>`
	only defaults | {} | Link Clicked
	two events | {"events": ["qr.scanned", "tip.received"]} | QR Code Scanned, Tip Received
	two events in one string | {"events": "qr.scanned, link.clicked"} | QR Code Scanned, Link Clicked
	an expression | {"events": "={{ [\"bio\" + \".viewed\"] }}"} | Bio Page Viewed
	All Events and another event | {"events": ["link.clicked", "all"]} | Link Clicked, All Events
	a custom event | {"events": ["link.clicked"], "options": {"otherEvents": ["cart.left"]}} | Link Clicked, Cart Left
	custom events in one string | {"events": ["link.clicked"], "options": {"otherEvents": "cart.left, cart-bought"}} | Link Clicked, Cart Left, Cart Bought
	no event | {"events": []} | ""
`)(
	"the trigger's subtitle shows the event names if its parameters have %s",
	async (_, parameters, shown) => {
		expect(await getSubtitle('linkPlatformTrigger', parameters)).toBe(shown);
	},
);

/**
 * Has the node handle JSON whose keys reach for prototypes, and prints what every object of this process has
 * inherited since. A program of its own: jest gives tests a realm that is not the engine's.
 */
import { byId, openWorld } from '../support/world.mts';

// Two closing braces in a row would end the expression.
const HOSTILE =
	'{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 2} }, "text": "x"}';
const LINK = '{"error":0,"data":{"id":1,"__proto__":{"polluted":3},"alias":"own"}}';

const world = await openWorld();
const results = [];
for (const content of [HOSTILE, `={{ JSON.parse('${HOSTILE}') }}`]) {
	const block = { bioPageId: byId(1), type: 'text', contentMode: 'json', content };
	results.push(await world.run('bioBlock', 'create', block));
}
results.push(
	await world.run('link', 'create', {
		url: 'https://example.com',
		additionalFields: `={{ JSON.parse('{"__proto__": {"polluted": 4}, "alias": "plain"}') }}`,
	}),
);
await world.sandbox.fault({ path: '/api/url/:id', action: { type: 'wrongJson', body: LINK } });
results.push(await world.run('link', 'get', { linkId: byId(1) }));
const inherited = [{}, [], () => {}].map((own) => {
	const names = [];
	for (const name in own) names.push(name);
	return names;
});
const polluted = ({} as { polluted?: number }).polluted ?? null;
const outcomes = results.map(({ items, errorItems }) => [items.length, errorItems.length]);
process.stdout.write(`${JSON.stringify({ inherited: inherited.flat(), polluted, outcomes })}\n`);
await world.close();

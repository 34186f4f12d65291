/**
 * `npm run bench:n8n`: our nodes beside what n8n brings for the same purpose, in a real n8n against the
 * sandbox. Prints its part of docs/maintainers/performance.md; `-- --write` also writes it there.
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { prepareN8n } from '../../n8n/prepare.mts';
import { openN8nWorld } from '../../n8n/world.mts';
import { describeMachine, save, say } from '../page.mts';
import { deliveries } from './deliveries.mts';
import { links } from './links.mts';

const { values: flags } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

const { n8n } = (
	JSON.parse(readFileSync('tools/n8n/versions/current/package.json', 'utf8')) as {
		dependencies: { n8n: string };
	}
).dependencies;

await prepareN8n();
const loadAtStart = loadavg()[0].toFixed(1);
const world = await openN8nWorld();
try {
	say('## In a real n8n');
	say();
	say(`Measured by \`npm run bench:n8n -- --write\` on ${describeMachine()},`);
	say(`n8n ${n8n} with SQLite; n8n, the sandbox and whoever sends deliveries share the machine.`);
	say();
	await deliveries(world);
	await links(world);
	const busy = `${loadAtStart} at the start, ${loadavg()[0].toFixed(1)} at the end`;
	say(`Load of the machine, other work on it included: ${busy}.`);
	if (flags.write) save('n8n');
} finally {
	await world.close();
}

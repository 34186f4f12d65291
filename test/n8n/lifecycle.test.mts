/**
 * Runs each sequence of docs/maintainers/trigger-lifecycle.md, and compares n8n's status and Link Platform's
 * subscriptions with the table on that page. With UPDATE=1, prints the current rows of the table instead.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliver, openService, productionUrl, triggered } from '../../tools/n8n/n8nWithSandbox.mts';
import { until } from '../../tools/until.mts';
import { useN8n } from './useN8n.mts';

/** The number of rows to run at the same time. With more rows, n8n's SQLite database refuses some requests. */
const LANES = 6;
/** The time in milliseconds after which n8n has settled. The check at n8n's start takes less time. */
const SETTLED = 10_000;

const n8n = useN8n({ ticks: true });

type Sequence = Awaited<ReturnType<typeof begin>>;
type Step = (sequence: Sequence) => Promise<unknown>;

/** A row of the table: the steps before n8n ends, while n8n is stopped, and after n8n has started again. */
interface Row {
	before: Step[];
	end?: 'stop' | 'kill';
	meanwhile?: Step[];
	after?: Step[];
}

/** Publishes the saved version, and waits until n8n has finished. Ignores errors. */
async function publish(id: string) {
	const { versionId } = await n8n.rest.workflow(id);
	const body = { versionId, name: '', description: '' };
	await n8n.rest.call('POST', `/rest/workflows/${id}/activate`, body).catch(() => undefined);
	await untilOver(id);
}

/** Waits until n8n has finished publishing. n8n publishes one workflow after another, with up to five attempts each. */
async function untilOver(id: string) {
	do await sleep(1_000);
	while ((await n8n.rest.publication(id)).status === 'in_progress');
}

/** Creates a workflow with our trigger, and starts a separate sandbox for the workflow. */
async function begin(name: string) {
	const { rest } = n8n;
	const service = await openService(rest, undefined, name);
	const workflow = await rest.createWorkflow(triggered(service.credential, ['link.clicked']));
	const { id } = workflow;
	return {
		...service,
		workflow,
		publish: () => publish(id),
		unpublish: async () => {
			await rest.call('POST', `/rest/workflows/${id}/deactivate`, {});
			await untilOver(id);
		},
		/** Changes the trigger, and publishes the workflow. */
		edit: async (change: object) => {
			const stored = await rest.workflow(id);
			Object.assign(stored.nodes[0], change);
			await rest.saveWorkflow(stored);
			await publish(id);
		},
		listen: () => rest.listen(id, 'Trigger').catch(() => undefined),
		stopListening: () => rest.stopListening(id).catch(() => undefined),
	};
}

const refused = { type: 'status', status: 403, body: { error: 1, message: 'Not in your plan' } };
const subscribing = { method: 'POST', path: '/api/webhooks/subscribe' };
const unsubscribing = { method: 'DELETE', path: '/api/webhooks/*' };
const down = { action: { type: 'reset' } };

const fails =
	(fault: object): Step =>
	(sequence) =>
		sequence.fault(fault);
const mended: Step = ({ clearFaults }) => clearFaults();
const published: Step = (sequence) => sequence.publish();
const unpublished: Step = (sequence) => sequence.unpublish();
const edited: Step = (sequence) => sequence.edit({ parameters: { events: ['qr.scanned'] } });
const dropped: Step = async ({ subscriptions, remove }) => {
	for (const { id } of await subscriptions()) await remove(id);
};
const listening: Step = (sequence) => sequence.listen();
const stopped: Step = (sequence) => sequence.stopListening();
/** Starts publishing, and returns when Link Platform has the subscription but hasn't responded yet. */
const publishing: Step = async (sequence) => {
	await sequence.fault({
		...subscribing,
		action: { type: 'delay', ms: 60_000, afterHandling: true },
	});
	void sequence.publish().catch(() => undefined);
	await until('the subscription', async () => (await sequence.subscriptions()).length === 1);
};
/** Starts unpublishing, and returns when Link Platform has received the request but hasn't handled it yet. */
const unpublishing: Step = async (sequence) => {
	await sequence.fault({ ...unsubscribing, action: { type: 'delay', ms: 60_000 } });
	void sequence.unpublish().catch(() => undefined);
	await until('the request', async () =>
		(await sequence.requests()).some(({ method }) => method === 'DELETE'),
	);
};

const rows: Record<string, Row> = {
	'Publish, change the events, publish': { before: [published, edited] },
	'Publish while Link Platform is down': { before: [fails(down), published, mended] },
	'Change the events and publish while deletions are refused': {
		before: [published, fails({ ...unsubscribing, action: refused }), edited, mended],
	},
	'Unpublish while deletions are refused': {
		before: [published, fails({ ...unsubscribing, action: refused }), unpublished, mended],
	},
	'Link Platform deletes the webhook': { before: [published, dropped] },
	'Stop a test while Link Platform is down': {
		before: [published, listening, fails(down), stopped, mended],
	},
	'Publish while Link Platform is down; restart n8n': {
		before: [fails(down), published, mended],
		end: 'stop',
	},
	'Restart n8n; meanwhile Link Platform deletes the webhook and goes down': {
		before: [published],
		end: 'stop',
		meanwhile: [dropped, fails(down)],
		after: [mended],
	},
	'Restart n8n while a test webhook is open': { before: [published, listening], end: 'stop' },
	'n8n crashes': { before: [published], end: 'kill' },
	'n8n crashes while it publishes': { before: [publishing], end: 'kill', meanwhile: [mended] },
	'n8n crashes while it unpublishes': {
		before: [published, unpublishing],
		end: 'kill',
		meanwhile: [mended],
	},
};

/** Returns n8n's status and the events of each subscription. Adds `dead` if the published URL refuses deliveries. */
async function getState({ workflow, subscriptions }: Sequence) {
	const { status } = await n8n.rest.publication(workflow.id);
	const active = (await subscriptions()).filter((one) => one.active);
	const events = active.map(
		({ url, events: of }) => of.join(' ') + (url.includes('/webhook-test/') ? ' (test)' : ''),
	);
	const own = active.find(({ url }) => url === productionUrl(n8n, workflow));
	const isDead =
		status === 'published' && own && (await deliver(own, { event: own.events[0] })).status !== 200;
	return `${status.replace('_', ' ')}: ${events.join(', ') || 'nothing'}${isDead ? ' (dead)' : ''}`;
}

async function take(sequence: Sequence, steps: Step[] = []) {
	for (const step of steps) await step(sequence);
}

const documented = new Map(
	readFileSync('docs/maintainers/trigger-lifecycle.md', 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.map(([, name, ...cells]) => [name, cells.slice(0, 3)]),
);

describe.each([
	['running', undefined],
	['restarted', 'stop'],
	['killed', 'kill'],
] as const)('n8n %s', (_, end) => {
	const own = Object.entries(rows).filter(([, row]) => row.end === end);
	const outcomes = new Map<string, { cells: string[]; left: unknown[] }>();

	// Run several rows at the same time, because n8n waits between its attempts to publish.
	beforeAll(async () => {
		const running: Array<{ name: string; row: Row; sequence: Sequence }> = [];
		const waiting = [...own];
		const lane = async () => {
			for (let next = waiting.shift(); next; next = waiting.shift()) {
				const [name, row] = next;
				const sequence = await begin(name);
				await take(sequence, row.before);
				running.push({ name, row, sequence });
			}
		};
		await Promise.all(Array.from({ length: LANES }, lane));
		const all = (steps: (row: Row) => Step[] | undefined) =>
			Promise.all(running.map(({ row, sequence }) => take(sequence, steps(row))));
		const states = () => Promise.all(running.map(({ sequence }) => getState(sequence)));
		if (end === 'kill') await n8n.kill();
		if (end !== undefined) {
			await n8n.restart(async () => void (await all(({ meanwhile }) => meanwhile)));
			for (const { sequence } of running) await untilOver(sequence.workflow.id);
		}
		await sleep(SETTLED);
		const atOnce = await states();
		await all(({ after }) => after);
		await n8n.tick();
		await sleep(SETTLED);
		const later = await states();
		for (const [index, { name, sequence }] of running.entries()) {
			await sequence.publish();
			const cells = [atOnce[index], later[index], await getState(sequence)];
			await sequence.unpublish();
			await n8n.rest.deleteWorkflow(sequence.workflow.id);
			outcomes.set(name, { cells, left: await sequence.subscriptions() });
			await sequence.service.close();
		}
	});

	test.each(own.map(([name]) => name))(
		'the outcome of "%s" matches docs/maintainers/trigger-lifecycle.md',
		(name) => {
			const { cells, left } = outcomes.get(name)!;
			if (process.env.UPDATE) process.stdout.write(`| ${[name, ...cells].join(' | ')} |\n`);
			else expect(cells).toEqual(documented.get(name));
			expect(left).toEqual([]);
		},
	);
});

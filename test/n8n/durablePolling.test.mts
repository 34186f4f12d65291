/** The polling trigger in a real n8n whose durable scheduler makes a new context for each poll. */
import { getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { chain } from '../../tools/n8n/world.mts';
import { publishNew, useN8n, useWorkflows } from './n8nSuite.mts';

const world = useN8n({
	env: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	},
});
const made = useWorkflows(world);

const polled = (filters: object) =>
	chain('On clicks', [
		{
			name: 'Trigger',
			type: 'n8n-nodes-linkplatform.linkPlatformPollingTrigger',
			parameters: {
				...{ event: 'link.clicked', filters, options: {} },
				pollTimes: { item: [{ mode: 'everyMinute' }] },
			},
			credentials: { linkPlatformApi: world.credential },
		},
		{ name: 'End', type: 'n8n-nodes-base.noOp' },
	]);
const readings = async () =>
	(await world.requests()).filter(({ path }) => path === '/api/url/1').length;

/** Lets Link Platform report this many clicks, until n8n has read it. */
const report = async (clicks: number) => {
	const { data } = await world.ask<{ data: object }>('GET', '/api/url/1');
	await world.clearFaults();
	const body = JSON.stringify({ data: { ...data, clicks } });
	await world.control('faults', { path: '/api/url/1', action: { type: 'wrongJson', body } });
	const before = await readings();
	await until('a poll', async () => (await readings()) > before, 100_000);
};

it('remembers from one poll to the next that statistics were reset', async () => {
	const workflow = await publishNew(world, polled({ linkId: '1' }));
	made.push(workflow);
	await report(0);
	await report(2);
	const items = async () =>
		(await world.rest.executions(workflow.id, { withData: true })).flatMap((execution) =>
			getOutputs(execution, 'Trigger').flat(),
		);
	await until('the clicks', async () => (await items()).length > 0);
	expect(await items()).toHaveLength(2);
}, 300_000);

/** Tests the polling trigger in a real n8n with the durable scheduler, which creates a new context for each poll. */
import { getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { polled } from '../../tools/n8n/n8nWithSandbox.mts';
import { publishNew, useN8n, useWorkflows } from './useN8n.mts';

const n8n = useN8n({
	env: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	},
});
const made = useWorkflows(n8n);

const everyMinute = { pollTimes: { item: [{ mode: 'everyMinute' }] } };
const readings = async () =>
	(await n8n.requests()).filter(({ path }) => path === '/api/qr/1').length;

const setScans = async (scans: number) => {
	const { data } = await n8n.ask<{ data: object }>('GET', '/api/qr/1');
	await n8n.clearFaults();
	const body = JSON.stringify({ data: { ...data, scans } });
	await n8n.control('faults', { path: '/api/qr/1', action: { type: 'wrongJson', body } });
};

/** Makes Link Platform return this number of scans for QR code 1, and waits until n8n has polled. */
const report = async (scans: number) => {
	await setScans(scans);
	const before = await readings();
	await until('a poll', async () => (await readings()) > before, 100_000);
};

it("a polling trigger in n8n's durable scheduler remembers a counter reset between polls", async () => {
	await setScans(6);
	const watched = { event: 'qr.scanned', filters: { qrCodeId: '1' }, ...everyMinute };
	const workflow = await publishNew(n8n, polled(n8n.credential, watched));
	made.push(workflow);
	await report(0);
	// The trigger accepts a lower counter after 15 minutes by Link Platform's clock, so set that clock ahead.
	await n8n.control('settings', { rateLimit: { clockSkewSeconds: 1_000 } }, 'PATCH');
	await report(2);
	const items = async () =>
		(await n8n.rest.executions(workflow.id, { withData: true })).flatMap((execution) =>
			getOutputs(execution, 'Trigger').flat(),
		);
	await until('the scans', async () => (await items()).length > 0);
	expect((await items()).map(({ json }) => json)).toMatchObject([{ qrId: 1, scans: 2, added: 2 }]);
});

/** A published trigger whose credential gets another API key: events are refused until its webhook is renewed. */
import type { IDataObject } from 'n8n-workflow';
import { chain, manualStart, triggered } from '../../tools/n8n/n8nWithSandbox.mts';
import { getOutputs } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';
import { OUR_NODE, publishNew, unlessSmoke, useN8n, useWorkflows } from './useN8n.mts';

const n8n = useN8n();
const made = useWorkflows(n8n);

/** Runs an operation with this credential; returns its items. */
async function ask(credential: { id: string; name: string }, parameters: IDataObject) {
	const credentials = { linkPlatformApi: credential };
	const node = { name: 'Node', type: OUR_NODE, parameters, credentials };
	const workflow = await n8n.rest.createWorkflow(chain('By hand', [manualStart, node]));
	made.push(workflow);
	return getOutputs(await n8n.rest.run(workflow.id, 'Start'), 'Node')[0].map(({ json }) => json);
}

const click = async () => await fetch(`${n8n.service.url}/launch`, { redirect: 'manual' });
const OUTDATED = 'created with a different API key or signing secret';

unlessSmoke(
	'Check Setup and Send Test Event say that events are refused after the API key changed, and Ensure Active fixes it',
	async () => {
		const credential = await n8n.saveCredential('Changing');
		const workflow = await publishNew(n8n, triggered(credential, ['link.clicked']));
		made.push(workflow);
		const [{ url }] = await n8n.subscriptions();
		const path = '/api/account/apikeys/add';
		const { data } = await n8n.ask<{ data: { key: string } }>('POST', path, { name: 'New' });
		await n8n.saveCredential('Changing', { apiKey: data.key });

		// n8n's process keeps the former key for half a minute.
		const sendTestEvent = {
			resource: 'webhook',
			operation: 'sendTestEvent',
			event: 'link.clicked',
		};
		await until(
			'the test event to say that real events are refused',
			async () => JSON.stringify(await ask(credential, sendTestEvent)).includes(OUTDATED),
			90_000,
		);
		const setup = await ask(credential, { resource: 'account', operation: 'checkSetup' });
		expect(setup.find(({ check }) => check === 'Webhooks of This n8n')).toMatchObject({
			ok: false,
			found: expect.stringContaining(OUTDATED),
		});
		const before = (await n8n.rest.executions(workflow.id)).length;
		await click();
		const [refused] = await until('the refusal of a click', async () => {
			const deliveries = (await n8n.deliveries()).filter(({ attempts }) =>
				attempts.some(({ status }) => status === 401),
			);
			return deliveries.length > 0 && deliveries;
		});
		expect(refused).toMatchObject({ event: 'link.clicked' });
		expect(await n8n.rest.executions(workflow.id)).toHaveLength(before);

		const ensureActive = {
			resource: 'webhook',
			operation: 'ensureActive',
			url,
			checkDelivery: true,
		};
		const events = ['link.clicked'];
		expect(await ask(credential, { ...ensureActive, events })).toMatchObject([
			// If the hourly check of the trigger was faster, there is nothing left to change.
			{ ok: true, delivered: true },
		]);
		await click();
		await n8n.rest.executionsWhenOver(workflow.id, before + 1);
	},
	200_000,
);

/** Hostile deliveries to a real n8n: they leave no trace in its list of executions, and it goes on answering. */
import { getOutputs, type StoredWorkflow } from '../../tools/n8n/rest.mts';
import { type N8nWorld, openN8nWorld, triggered } from '../../tools/n8n/world.mts';
import { createStories } from '../integration/trigger/attackCorpus.mts';
import { createJudge } from '../integration/trigger/contract.mts';
import { deliverStories, getDifferences } from '../integration/trigger/deliverStories.mts';
import { inOrder } from '../support/inOrder.mts';

/** Each takes a tenth of a second, on a busy machine twice that. */
const LONG = 600_000;
const AT_ONCE = 4;

/** Fields of these names are lost where n8n stores what it has run. */
const NOT_STORED = ['__proto__', 'constructor'];
const asStored = (item: object): unknown =>
	JSON.parse(JSON.stringify(item), (name, value: unknown) =>
		NOT_STORED.includes(name) ? undefined : value,
	);

let world: N8nWorld;
let workflow: StoredWorkflow;
beforeAll(async () => {
	world = await openN8nWorld();
	workflow = await world.rest.createWorkflow(triggered(world.credential, ['all']));
	expect(await world.rest.publish(workflow.id)).toMatchObject({ status: 'published' });
}, 300_000);
afterAll(async () => await world?.close());

it(
	'what is refused leaves no execution, what is genuine runs once, and n8n goes on answering',
	async () => {
		const [{ url, secret }] = await world.subscriptions();
		const corpus = {
			seed: 3,
			stories: 210,
			large: 50,
			secret,
			apiKey: world.credentialData.apiKey,
		};
		const judge = createJudge({ secret, events: ['all'] });
		const stories = createStories(corpus);
		const { outcomes, wanted } = await deliverStories(url, stories, judge, AT_ONCE);
		expect(outcomes.length).toBeGreaterThan(250);
		await world.rest.idle(workflow.id);
		expect(getDifferences(outcomes)).toEqual([]);

		const executions = await world.rest.executions(workflow.id, { withData: true });
		const ran = executions.map((one) => getOutputs(one, 'End')[0]?.map(({ json }) => json));
		expect(ran.map(inOrder).sort()).toEqual(wanted.map((item) => inOrder([asStored(item)])).sort());
		expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
	},
	LONG,
);

/** Hostile deliveries to a real n8n: they leave no trace in its list of executions, and it keeps responding. */
import { getOutputs, type StoredWorkflow } from '../../tools/n8n/rest.mts';
import { triggered } from '../../tools/n8n/world.mts';
import { createStories } from '../integration/trigger/attackCorpus.mts';
import { createJudge } from '../integration/trigger/contract.mts';
import { deliverStories, getDifferences } from '../integration/trigger/deliverStories.mts';
import { inOrder } from '../support/inOrder.mts';
import { publishNew, useN8n } from './n8nSuite.mts';

/** A delivery takes a tenth of a second, or twice that on a busy machine. */
const LONG = 600_000;
const AT_ONCE = 4;

/** n8n loses fields of these names when it stores an execution. */
const NOT_STORED = ['__proto__', 'constructor'];
const asStored = (item: object): unknown =>
	JSON.parse(JSON.stringify(item), (name, value: unknown) =>
		NOT_STORED.includes(name) ? undefined : value,
	);

const world = useN8n();
let workflow: StoredWorkflow;
beforeAll(async () => {
	workflow = await publishNew(world, triggered(world.credential, ['all']));
});

it(
	'refused deliveries leave no execution, genuine ones run once, and n8n keeps responding',
	async () => {
		const [{ url, secret }] = await world.subscriptions();
		const { apiKey } = world.credentialData;
		const judge = createJudge({ secret, events: ['all'] });
		const stories = createStories({ seed: 3, stories: 210, large: 50, secret, apiKey });
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

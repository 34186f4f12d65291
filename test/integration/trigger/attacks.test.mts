/**
 * Thousands of deliveries, genuine and hostile, to published triggers: each gets a response, and runs or not,
 * as a second version of the contract requires (contract.mts).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inOrder } from '../../support/inOrder.mts';
import { useTriggerWorld } from '../../support/trigger.mts';
import { createStories, isForged, isGenuine } from './attackCorpus.mts';
import { type Wishes, createJudge } from './contract.mts';
import { deliverStories, getDifferences } from './deliverStories.mts';

/** Requests at a time; more gain nothing on two cores. */
const AT_ONCE = 8;
/** The limit for a machine that is busy with other things; on an idle one it takes a tenth of it. */
const LONG = 180_000;

const world = useTriggerWorld();

/** Publishes a trigger, delivers that many stories to it, and compares all that it did with the contract. */
async function play(
	seed: number,
	count: number,
	{ events, ...wishes }: Omit<Wishes, 'secret'>,
	parameters = {},
) {
	const publication = await world.publish({ events, simplify: false, ...parameters });
	const secret = world.getSecret(publication);
	const corpus = { seed, stories: count, large: 400, secret, apiKey: world.sandbox.apiKey };
	const judge = createJudge({ ...wishes, events, secret });
	const stories = createStories(corpus);
	const { outcomes, wanted } = await deliverStories(publication.url, stories, judge, AT_ONCE);
	expect(getDifferences(outcomes)).toEqual([]);

	const executions = await world.finished(wanted.length, LONG);
	// An exception in `webhook()` would be one more, without success.
	expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
	const ran = executions.map(({ items }) => inOrder(items.map(({ json }) => json)));
	expect(ran.sort()).toEqual(wanted.map((item) => inOrder([item])).sort());
	return outcomes;
}

/** Bytes, without what can be collected, and without what the harness remembers. */
async function heapInUse(): Promise<number> {
	world.forget();
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	// Twice, as what a closed connection held goes with the next turn.
	for (let turn = 0; turn < 2; turn++) {
		await nextTurn();
		collect();
	}
	return process.memoryUsage().heapUsed;
}

test(
	'a trigger with events and countries runs only correctly signed deliveries of these',
	async () => {
		const events = ['link.clicked', 'qr.scanned', 'product.purchased', 'tip.received'];
		const parameters = { filters: { country: 'DE' } };
		await play(1, 500, { events, countries: ['DE'] }, parameters);
	},
	LONG,
);

test(
	'a trigger that drops IP addresses still distinguishes visitors who differ only by address',
	async () => {
		const parameters = { options: { dropIpAddresses: true } };
		await play(2, 500, { events: ['all'], dropsIpAddresses: true }, parameters);
	},
	LONG,
);

test(
	"only correctly signed ones of thousands of deliveries run, once each, and memory doesn't grow",
	async () => {
		const before = await heapInUse();
		const outcomes = await play(3, 2000, { events: ['all'] });
		const count = outcomes.length;
		expect(count).toBeGreaterThan(2_500);
		const got = (of: (kind: string) => boolean) =>
			[...new Set(outcomes.filter(({ kind }) => of(kind)).map((outcome) => outcome.got))].sort();
		expect(got(isForged)).toEqual(['refused']);
		expect(got(isGenuine)).toEqual(['ignored', 'run']);
		outcomes.length = 0;
		// What is remembered of a delivery for half a minute is its key; its item would be some kilobytes.
		expect(((await heapInUse()) - before) / count).toBeLessThan(700);
	},
	LONG,
);

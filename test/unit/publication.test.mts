/** The deadline that n8n's tries to publish a trigger share. */
import { tryToPublish } from '../../nodes/LinkPlatform/adapter/publication.ts';
import { useFakeClock } from '../support/fakeClock.mts';

let clock: ReturnType<typeof useFakeClock>;
beforeEach(() => void (clock = useFakeClock(Date.UTC(2026, 4, 1))));
afterEach(() => void jest.restoreAllMocks());

const SECOND = 1_000;

/** Publishes as n8n does, until a try succeeds. Each try takes `ms` and fails `failures` times. Returns what each got. */
async function publish(trigger: string, ms: number, failures: number) {
	const got: Array<[msLeft: number, before: unknown]> = [];
	const failed: unknown[] = [];
	const work = async (msLeft: number, before: unknown) => {
		got.push([msLeft / SECOND, before]);
		await clock.pass(Math.min(ms, msLeft));
		if (got.length <= failures) throw new Error(`failure ${got.length}`);
	};
	for (const pause of [0, 1, 2, 4, 8]) {
		await clock.pass(pause * SECOND);
		const thrown: unknown = await tryToPublish(trigger, work).catch((reason: unknown) => reason);
		if (thrown === undefined) break;
		failed.push((thrown as Error).message);
	}
	return { got, failed };
}

test('the tries of a publication share 55 seconds, and each later one fails at once in the same words', async () => {
	const { got, failed } = await publish('hanging', 41 * SECOND, 9);
	expect(got).toEqual([
		[55, undefined],
		[13, new Error('failure 1')],
	]);
	expect(failed).toEqual(['failure 1', ...Array<string>(4).fill('failure 2')]);
	// A try 15 seconds after the last one that sent something is still the same publication, and later ones aren't.
	await clock.pass(SECOND);
	expect((await publish('hanging', 0, 0)).got).toEqual([[55, undefined]]);
});

test('a publication that succeeds in a later try leaves nothing behind for the next one', async () => {
	const { got, failed } = await publish('slow', 5 * SECOND, 2);
	expect(failed).toHaveLength(2);
	expect(got.map(([left]) => left)).toEqual([55, 49, 42]);
	expect((await publish('slow', 0, 0)).got).toEqual([[55, undefined]]);
	expect((await publish('another', 0, 0)).got).toEqual([[55, undefined]]);
});

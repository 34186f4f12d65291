/** Concurrent work with outcomes in order. */
import { setTimeout as pause } from 'node:timers/promises';
import { mapConcurrent } from '../../nodes/LinkPlatform/runner/mapConcurrent.ts';

const getValues = (outcomes: Array<PromiseSettledResult<unknown>>) =>
	outcomes.map((outcome) =>
		outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason),
	);

test('mapConcurrent returns outcomes in input order, whichever finishes first', async () => {
	const outcomes = await mapConcurrent(
		[30, 1, 20, 2],
		async (ms, index) => {
			await pause(ms);
			return `${index}:${ms}`;
		},
		{ concurrency: 4 },
	);
	expect(getValues(outcomes)).toEqual(['0:30', '1:1', '2:20', '3:2']);
});

test.each([1, 3, 7, 100])(
	'mapConcurrent with a concurrency of %i processes that many entries at a time',
	async (concurrency) => {
		let running = 0;
		let most = 0;
		const outcomes = await mapConcurrent(
			Array.from({ length: 20 }, (_, n) => n),
			async (n) => {
				running += 1;
				most = Math.max(most, running);
				await pause(n % 3);
				running -= 1;
				return n;
			},
			{ concurrency },
		);
		expect(most).toBe(Math.min(concurrency, 20));
		expect(outcomes).toHaveLength(20);
	},
);

test('an empty list of entries yields an empty list of outcomes', async () => {
	expect(await mapConcurrent([], () => Promise.resolve(1), { concurrency: 5 })).toEqual([]);
});

test("a failed entry's outcome keeps its place, and the other entries continue", async () => {
	const outcomes = await mapConcurrent(
		[1, 2, 3],
		(n) => {
			if (n === 2) return Promise.reject(new Error('two'));
			return Promise.resolve(n);
		},
		{ concurrency: 2 },
	);
	expect(getValues(outcomes)).toEqual([1, 'Error: two', 3]);
	expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('stopEarly lets entries in progress finish after a failure, but starts no others', async () => {
	const begun: number[] = [];
	const outcomes = await mapConcurrent(
		[0, 1, 2, 3, 4, 5],
		async (n) => {
			begun.push(n);
			await pause(n === 0 ? 30 : 5);
			if (n === 1) throw new Error('one');
			return n;
		},
		{ concurrency: 2, stopEarly: true },
	);
	expect(begun).toEqual([0, 1]);
	expect(getValues(outcomes)).toEqual([0, 'Error: one']);
});

describe('ordering keys', () => {
	const order = async (entries: string[], concurrency: number) => {
		const log: string[] = [];
		await mapConcurrent(
			entries,
			async (entry, index) => {
				log.push(`+${entry}`);
				await pause(10 - index);
				log.push(`-${entry}`);
			},
			{ concurrency, orderingKey: (entry) => entry[0] },
		);
		return log;
	};

	test('entries with the same ordering key run one after another, in parallel with other keys', async () => {
		const log = await order(['a1', 'a2', 'b1', 'a3', 'b2'], 5);
		const ofLane = (name: string) => log.filter((line) => line[1] === name);
		expect(ofLane('a')).toEqual(['+a1', '-a1', '+a2', '-a2', '+a3', '-a3']);
		expect(ofLane('b')).toEqual(['+b1', '-b1', '+b2', '-b2']);
		expect(log.indexOf('+b1')).toBeLessThan(log.indexOf('-a1'));
	});

	test('entries with another ordering key run even if one key has more entries than there are workers', async () => {
		const log = await order(['a1', 'a2', 'a3', 'b1'], 2);
		expect(log.filter((line) => line[0] === '+')).toContain('+b1');
		expect(log.slice(0, 2)).toEqual(['+a1', '-a1']);
	});

	test('entries with the same ordering key continue after one of them fails, unless stopEarly is set', async () => {
		for (const stopEarly of [false, true]) {
			const begun: number[] = [];
			await mapConcurrent(
				[1, 2, 3],
				async (n) => {
					begun.push(n);
					await pause(1);
					if (n === 1) throw new Error('one');
				},
				{ concurrency: 3, stopEarly, orderingKey: () => 'same' },
			);
			expect(begun).toEqual(stopEarly ? [1] : [1, 2, 3]);
		}
	});

	test("an entry whose ordering key can't be computed still runs, and fails with its own error", async () => {
		const outcomes = await mapConcurrent([1], () => Promise.reject(new Error('empty id')), {
			concurrency: 1,
			orderingKey: () => {
				throw new Error('empty id');
			},
		});
		expect(getValues(outcomes)).toEqual(['Error: empty id']);
	});
});

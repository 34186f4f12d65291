/** Tasks that run one after another. */
import { inTurn } from '../../nodes/LinkPlatform/api/inTurn.ts';

test('inTurn runs tasks with the same key one after another, even if one fails', async () => {
	const lines = new Map<string, Promise<unknown>>();
	const done: number[] = [];
	const work = async (n: number) => {
		await Promise.resolve();
		done.push(n);
		if (n === 1) throw new Error('one');
		return n;
	};
	const turns = [1, 7].map((n) => inTurn('a', () => work(n), lines));
	expect(await Promise.allSettled(turns)).toEqual([
		{ status: 'rejected', reason: new Error('one') },
		{ status: 'fulfilled', value: 7 },
	]);
	expect(done).toEqual([1, 7]);
	expect(lines.size).toBe(0);
});

test('a task that is added after the first task has ended still waits for the second task', async () => {
	const lines = new Map<string, Promise<unknown>>();
	const second = Promise.withResolvers<void>();
	const done: number[] = [];
	const add = (n: number, work = Promise.resolve()) =>
		inTurn('a', () => work.then(() => done.push(n)), lines);
	const [first, other] = [add(1), add(2, second.promise)];
	await first;
	const third = add(3);
	await Promise.race([third, new Promise(setImmediate)]);
	second.resolve();
	await Promise.all([other, third]);
	expect(done).toEqual([1, 2, 3]);
});

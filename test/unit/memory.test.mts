/** What a trigger remembers, in the workflow's static data. */
import type { Context } from '../../nodes/LinkPlatform/adapter/client.ts';
import { Memory } from '../../nodes/LinkPlatform/adapter/memory.ts';

const data: Record<string, unknown> = {};
/** Returns the memory of a node. n8n changes the node's name, but not its ID. */
const open = (id: string, name = 'Trigger') =>
	new Memory<{ n: number }>({
		getWorkflowStaticData: (type: string) => (type === 'global' ? data : {}),
		getNode: () => ({ id, name }),
	} as unknown as Context);

test('a state is written only if nothing else has been written since it was read', () => {
	const [one, other] = [open('a'), open('a', 'Renamed')];
	expect([one.read(), other.read()]).toEqual([undefined, undefined]);
	expect([one.write({ n: 1 }), other.write({ n: 2 })]).toEqual([true, false]);
	expect([other.read(), other.write({ n: 3 }), one.write({ n: 4 })]).toEqual([
		{ n: 1 },
		true,
		false,
	]);
	expect(one.read()).toEqual({ n: 3 });
	other.clear();
	expect([one.write({ n: 5 }), one.read(), one.write({ n: 6 })]).toEqual([false, undefined, true]);
});

test('the nodes of a workflow have a memory each, and a state that was read is a copy', () => {
	const [one, other] = [open('b'), open('c')];
	one.read();
	one.write({ n: 1 });
	expect(other.read()).toBeUndefined();
	const state = one.read()!;
	state.n = 2;
	expect(open('b').read()).toEqual({ n: 1 });
});

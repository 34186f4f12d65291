/** What a trigger remembers, in the workflow's static data. */
import { write } from '../../nodes/LinkPlatform/adapter/memory.ts';

const open = (): { n?: number; text?: string } => ({ n: 1, text: 'a' });

test.each([
	['the state that they were made from', 1, true, { n: 2, text: 'a' }],
	['a state that has changed since', 0, false, { n: 1, text: 'a' }],
])(
	'facts are remembered only if they still follow from what is remembered: %s',
	(_, seen, is, left) => {
		const memory = open();
		expect(write(memory, { n: 2 }, ({ n }) => n === seen)).toBe(is);
		expect(memory).toEqual(left);
	},
);

test('facts that are not named stay, and undefined ones are forgotten when n8n saves them', () => {
	const memory = open();
	write(memory, { text: undefined });
	expect(JSON.stringify(memory)).toBe('{"n":1}');
});

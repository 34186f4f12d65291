/** Each message is used and completely filled. */
import { globSync, readFileSync } from 'node:fs';
import { PLACEHOLDER, getMessages } from '../../tools/docs/messages.mts';

const messages = getMessages();
const source = globSync('{nodes,credentials}/**/*.ts')
	.map((path) => readFileSync(path, 'utf8'))
	.join('\n');

/** True if a message is referenced in full, destructured from its group, or chosen from its group by a variable. */
function isUsed({ id }: { id: string }) {
	const [group, name] = id.split('.');
	return new RegExp(`\\b${group}(\\.${name}\\b|\\[)|{[^{}]*\\b${name}\\b[^{}]*} = ${group};`).test(
		source,
	);
}

test('every defined message is used in the code', () => {
	expect(messages).not.toEqual([]);
	expect(messages.filter((message) => !isUsed(message))).toEqual([]);
});

test('every message with placeholders is used together with values for them', () => {
	const withValues = messages.filter(({ message }) => message.search(PLACEHOLDER) >= 0);
	expect(withValues).not.toEqual([]);
	const isBare = ({ id }: { id: string }) =>
		new RegExp(
			`${id}\\.message|(addHint|withAdvice|warn|info|push|right)\\(${id}\\b|(message|description|note): ${id}\\b`,
		).test(source);
	expect(withValues.filter(isBare)).toEqual([]);
});

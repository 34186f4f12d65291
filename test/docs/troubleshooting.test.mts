/** The troubleshooting page lists every text that the package can show, and no other. */
import { listed } from '../support/listed.mts';
import { messagesIn } from './messages.mts';

/** Written for developers; none of them reaches a user. */
const INTERNAL = [
	'No complete answer in time',
	'No longer needed',
	'The operation has no field "…"',
	'The trigger is no longer published',
];

const inSource = messagesIn('tsconfig.json');
const messages = inSource.filter((text) => !INTERNAL.includes(text));

test('message of the source is listed', () => {
	expect(messages.filter((text) => !listed.includes(text))).toEqual([]);
});

test('text that is listed is in the source, alone or as a part of a longer one', () => {
	expect(listed.filter((text) => !messages.some((message) => message.includes(text)))).toEqual([]);
	expect(INTERNAL.filter((text) => !inSource.includes(text))).toEqual([]);
});

import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import { fill, type Messages } from '../../nodes/LinkPlatform/api/fill.ts';

const messages = {
	tooSmall: {
		message: "'{field}' must be {least} or more",
		description: `Enter it in '{field}', e.g. {"size": 300}`,
	},
	skipped: { message: '{count} were skipped' },
	empty: { message: 'It is empty', description: 'Enter a value' },
} as const satisfies Messages;

test('puts values in place of their names, and leaves JSON as it is', () => {
	expect(fill(messages.tooSmall, { field: 'Size', least: 5 })).toEqual({
		message: "'Size' must be 5 or more",
		description: `Enter it in 'Size', e.g. {"size": 300}`,
	});
});

test('a message without a description stays without one', () => {
	expect(fill(messages.skipped, { count: 2 })).toEqual({ message: '2 were skipped' });
});

test('braces and dollar signs in a value stay as they are', () => {
	const { message } = Failure.input(messages.tooSmall, { field: '{least} $& {field}', least: 5 });
	expect(message).toBe("'{least} $& {field}' must be 5 or more");
	expect(Failure.input({ message, description: '' }).message).toBe(message);
});

// For the compiler alone, which reports an expected error that is missing.
void (() => {
	// @ts-expect-error A value is missing.
	fill(messages.tooSmall, { field: 'Size' });
	// @ts-expect-error There is no such value.
	fill(messages.skipped, { count: 1, least: 5 });
	// @ts-expect-error The name is misspelt.
	fill(messages.skipped, { counts: 1 });
	// @ts-expect-error The message has values.
	Failure.input(messages.tooSmall);
	// @ts-expect-error The message has none.
	Failure.input(messages.empty, { field: 'Size' });
});

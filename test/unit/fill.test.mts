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

test('fill() replaces placeholders in a message with values, and leaves JSON unchanged', () => {
	expect(fill(messages.tooSmall, { field: 'Size', least: 5 })).toEqual({
		message: "'Size' must be 5 or more",
		description: `Enter it in 'Size', e.g. {"size": 300}`,
	});
});

test('fill() writes numbers with separators for thousands, and text unchanged', () => {
	expect(fill(messages.tooSmall, { field: '1000', least: 1_234_567 }).message).toMatch(
		/1000.*1,234,567/,
	);
});

test("fill() doesn't add a description to a message without one", () => {
	expect(fill(messages.skipped, { count: 2 })).toEqual({ message: '2 were skipped' });
});

test('fill() inserts values with braces or dollar signs unchanged', () => {
	const { message } = Failure.input(messages.tooSmall, { field: '{least} $& {field}', least: 5 });
	expect(message).toBe("'{least} $& {field}' must be 5 or more");
	expect(Failure.input({ message, description: '' }).message).toBe(message);
});

// This function never runs: it is for the compiler, which reports an expected error that doesn't occur.
void (() => {
	// @ts-expect-error A value is missing.
	fill(messages.tooSmall, { field: 'Size' });
	// @ts-expect-error The message has no such value.
	fill(messages.skipped, { count: 1, least: 5 });
	// @ts-expect-error The name is misspelt.
	fill(messages.skipped, { counts: 1 });
	// @ts-expect-error The message has values.
	Failure.input(messages.tooSmall);
	// @ts-expect-error The message has no values.
	Failure.input(messages.empty, { field: 'Size' });
});

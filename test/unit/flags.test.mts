/** Flags, as fields and expressions supply them. */
import { Input } from '../../nodes/LinkPlatform/runner/input.ts';
import { resources } from '../../nodes/LinkPlatform/resources/index.ts';

const flags = Object.values(resources)
	.flat()
	.flatMap(({ name: resource, operations }) =>
		Object.entries(operations).flatMap(([operation, { fields }]) =>
			fields
				.filter(({ type }) => type === 'boolean')
				.map((field) => ({ name: `${resource} > ${operation}: ${field.displayName}`, field })),
		),
	);
const read = ({ field }: (typeof flags)[number], value: unknown) =>
	new Input(0, [field], () => value, 'UTC').boolean(field.name);

test('some flags are on by default, others off', () => {
	const defaults = new Set(flags.map(({ field }) => field.default));
	expect(defaults).toEqual(new Set([true, false]));
});

test.each(flags)('$name without a value has its default', (flag) => {
	for (const none of [undefined, null, '', '  ']) {
		expect(read(flag, none)).toBe(flag.field.default);
	}
});

test.each(flags)('$name is also set by text', (flag) => {
	for (const on of [true, 'true']) expect(read(flag, on)).toBe(true);
	for (const off of [false, 'false']) expect(read(flag, off)).toBe(false);
});

test.each(flags)('$name with another value is refused, not guessed', (flag) => {
	for (const other of [0, 1, 'no', 'not', [], {}, [true]]) {
		expect(() => read(flag, other)).toThrow(`'${flag.field.displayName}' must be true or false`);
	}
});

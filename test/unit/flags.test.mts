/** Flags as fields and expressions give them. */
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

test('there are flags that are on by default, and others', () => {
	const defaults = new Set(flags.map(({ field }) => field.default));
	expect(defaults).toEqual(new Set([true, false]));
});

test.each(flags)('$name without a value is what it is by default', (flag) => {
	for (const none of [undefined, null, '', '  ']) {
		expect(read(flag, none)).toBe(flag.field.default);
	}
});

test.each(flags)('$name is what it is told, as text too', (flag) => {
	for (const on of [true, 'true']) expect(read(flag, on)).toBe(true);
	for (const off of [false, 'false']) expect(read(flag, off)).toBe(false);
});

test.each(flags)('$name with another value is refused, not guessed', (flag) => {
	for (const other of [0, 1, 'no', 'False ', [], {}]) {
		expect(() => read(flag, other)).toThrow(`'${flag.field.displayName}' must be true or false`);
	}
});

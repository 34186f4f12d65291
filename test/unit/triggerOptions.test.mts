/** The trigger's options as n8n passes them: chosen, left out, or as text from an expression. */
import { getEvents, getOptions } from '../../nodes/LinkPlatform/adapter/triggerFields.ts';
import { table } from '../support/table.mts';

const DEFAULTS = {
	dropIpAddresses: false,
	ignoreLikelyBots: false,
	maxAge: 0,
	otherEvents: [],
	simplify: true,
	skipDuplicates: true,
};
/** Reads the options as in `webhook()`, where there are no items. */
const read = (given: unknown) =>
	getOptions({
		getNodeParameter: (_name: string, fallback: unknown) => given ?? fallback,
	} as never);

test('getOptions returns the defaults if no options are set', () => {
	expect(read(undefined)).toEqual(DEFAULTS);
	expect(read({})).toEqual(DEFAULTS);
});

test.each(['dropIpAddresses', 'ignoreLikelyBots'])(
	'the option %s is on for true and "true", and off for any other value',
	(name) => {
		for (const on of [true, 'true']) expect(read({ [name]: on })).toMatchObject({ [name]: true });
		for (const off of [false, 'false', '', 'no', 0, 1]) {
			expect(read({ [name]: off })).toMatchObject({ [name]: false });
		}
	},
);

test('the option skipDuplicates is off for false and "false", and on for any other value', () => {
	for (const skipDuplicates of [false, 'false']) {
		expect(read({ skipDuplicates })).toMatchObject({ skipDuplicates: false });
	}
	for (const skipDuplicates of [true, 'true', '', ' ', 'no', 0]) {
		expect(read({ skipDuplicates })).toMatchObject({ skipDuplicates: true });
	}
});

test.each(['dropIpAddresses', 'ignoreLikelyBots', 'skipDuplicates'] as const)(
	'the option %s has its default if an expression returns null or undefined',
	(name) => {
		for (const none of [null, undefined]) {
			expect(read({ [name]: none })[name]).toBe(DEFAULTS[name]);
		}
	},
);

test.each([
	[24, 24],
	['24', 24],
	[0.5, 0.5],
	['', 0],
	['a day', 0],
	[null, 0],
	[undefined, 0],
])('the option maxAge %j is read as %d hours', (given, hours) => {
	expect(read({ maxAge: given }).maxAge).toBe(hours);
});
test.each(table<[unknown, string]>`
	["newsletter.sent", " cart.left "] | newsletter.sent, cart.left
	newsletter.sent, cart.left, | newsletter.sent, cart.left
	["newsletter.sent, cart.left"] | newsletter.sent, cart.left
	// Values that an expression may return by mistake don't name an event.
	[{"toString": 1}, true, null, "cart.left"] | cart.left
	{"cart.left": true} | ""
	"" | ""
	null | ""
	[] | ""
`)('otherEvents %j means "%s"', (given, events) => {
	expect(read({ otherEvents: given }).otherEvents.join(', ')).toBe(events);
});

test.each(table<[unknown, unknown, string[]]>`
	["link.clicked"] | undefined | ["link.clicked"]
	["link.clicked"] | ["newsletter.sent"] | ["link.clicked", "newsletter.sent"]
	link.clicked | newsletter.sent, link.clicked | ["link.clicked", "newsletter.sent"]
	[] | newsletter.sent | ["newsletter.sent"]
	["link.clicked"] | ["all"] | ["link.clicked", "all"]
`)(
	'getEvents combines the events %j and otherEvents %j into %j',
	(events, otherEvents, expected) => {
		const given: Record<string, unknown> = { events, options: { otherEvents } };
		const context = { getNodeParameter: (name: string) => given[name] };
		expect(getEvents(context as never)).toEqual(expected);
	},
);

test('getOptions reads the options of the first item in an execution', () => {
	const context = {
		getInputData: () => [],
		getNodeParameter: (_name: string, item: number) => ({ maxAge: item === 0 ? 3 : 4 }),
	};
	expect(getOptions(context as never).maxAge).toBe(3);
});

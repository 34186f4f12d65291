/** The trigger's options as n8n passes them: chosen, left out, or as text from an expression. */
import { getEvents, getOptions } from '../../nodes/LinkPlatform/events/options.ts';

const DEFAULTS = {
	dropIpAddresses: false,
	ignoreLikelyBots: false,
	maxAge: 0,
	otherEvents: [],
	simplify: true,
	skipDuplicates: true,
};
/** As in `webhook()`, where there are no items. */
const read = (given: unknown) =>
	getOptions({
		getNodeParameter: (_name: string, fallback: unknown) => given ?? fallback,
	} as never);

test('the defaults apply without options', () => {
	expect(read(undefined)).toEqual(DEFAULTS);
	expect(read({})).toEqual(DEFAULTS);
});

test.each(['dropIpAddresses', 'ignoreLikelyBots'])(
	'%s is on as true and as "true", and off as anything else',
	(name) => {
		for (const on of [true, 'true']) expect(read({ [name]: on })).toMatchObject({ [name]: true });
		for (const off of [false, 'false', '', 'no', 0, 1]) {
			expect(read({ [name]: off })).toMatchObject({ [name]: false });
		}
	},
);

test('skipDuplicates is off as false and as "false", and on as anything else', () => {
	for (const skipDuplicates of [false, 'false']) {
		expect(read({ skipDuplicates })).toMatchObject({ skipDuplicates: false });
	}
	for (const skipDuplicates of [true, 'true', '', ' ', 'no', 0]) {
		expect(read({ skipDuplicates })).toMatchObject({ skipDuplicates: true });
	}
});

test.each(['dropIpAddresses', 'ignoreLikelyBots', 'skipDuplicates'] as const)(
	'%s that an expression leaves empty has its default',
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
])('maxAge %j is %d hours', (given, hours) => {
	expect(read({ maxAge: given }).maxAge).toBe(hours);
});

const both = 'newsletter.sent, cart.left';
test.each([
	[['newsletter.sent', ' cart.left '], both],
	['newsletter.sent, cart.left,', both],
	[['newsletter.sent, cart.left'], both],
	// What an expression may return by mistake names no event.
	[[{ toString: 1 }, true, null, 'cart.left'], 'cart.left'],
	[{ 'cart.left': true }, ''],
	['', ''],
	[null, ''],
	[[], ''],
])('otherEvents %j are "%s"', (given, events) => {
	expect(read({ otherEvents: given }).otherEvents.join(', ')).toBe(events);
});

test.each([
	[['link.clicked'], undefined, ['link.clicked']],
	[['link.clicked'], ['newsletter.sent'], ['link.clicked', 'newsletter.sent']],
	['link.clicked', 'newsletter.sent, link.clicked', ['link.clicked', 'newsletter.sent']],
	[[], 'newsletter.sent', ['newsletter.sent']],
	[['link.clicked'], ['all'], ['link.clicked', 'all']],
])('events %j with more events %j are %j', (events, otherEvents, expected) => {
	const given: Record<string, unknown> = { events, options: { otherEvents } };
	const context = { getNodeParameter: (name: string) => given[name] };
	expect(getEvents(context as never)).toEqual(expected);
});

test('the options of the first item apply in an execution', () => {
	const context = {
		getInputData: () => [],
		getNodeParameter: (_name: string, item: number) => ({ maxAge: item === 0 ? 3 : 4 }),
	};
	expect(getOptions(context as never).maxAge).toBe(3);
});

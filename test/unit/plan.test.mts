/** The table of subscriptions/plan.ts, row by row: what is to be done with the subscriptions of an account. */
import {
	plan,
	type Remembered,
	type Subscription,
} from '../../nodes/LinkPlatform/subscriptions/plan.ts';

const N8N = 'https://n8n.example.com';
const URL = `${N8N}/webhook/4f1c/webhook`;
const EVENTS = ['link.clicked', 'qr.scanned'];
const MARK = 'ours';
const getMark = () => MARK;

/** A right one, unless `change` says otherwise. */
const one = (id: string, change: Partial<Subscription> = {}): Subscription => ({
	id,
	url: URL,
	events: EVENTS,
	isActive: true,
	...change,
});
const [right, other] = [one('1'), one('2')];
const inactive = one('3', { isActive: false });
const lacking = one('4', { events: ['qr.scanned'] });
const more = one('5', { events: [...EVENTS, 'tip.received'] });
const untold = one('6', { events: undefined });
const elsewhere = one('7', { url: 'https://other.example.com/webhook/4f1c/webhook' });
const spelled = one('8', { url: URL.replace('n8n.example', 'N8N.Example') });
const secret: Remembered = { secretMark: MARK };

const ids = (all: Subscription[]) => all.map(({ id }) => id);
const toRow = (wanted: object, memory: Remembered, listed: Subscription[]) => {
	const all = { n8nUrl: N8N, url: URL, events: EVENTS, getMark, ...wanted };
	const { keep, create, delete: gone, say } = plan(all, memory, listed);
	return [keep?.id, create, ids(gone), say];
};

test.each<[string, Subscription[], Remembered, unknown[], object?]>([
	['none', [], {}, [undefined, true, [], 'missing']],
	['none of its URL', [elsewhere], secret, [undefined, true, [], 'missing']],
	['one that is switched off', [inactive], secret, [undefined, true, ['3'], 'inactive']],
	['one that lacks events', [lacking], secret, [undefined, true, ['4'], 'eventsMissing']],
	[
		'a right one of another secret',
		[right],
		{ secretMark: 'x' },
		[undefined, true, ['1'], 'secretChanged'],
	],
	['a right one of nobody', [right], {}, [undefined, true, ['1'], 'secretChanged']],
	[
		'a right one in doubt',
		[right],
		secret,
		[undefined, true, ['1'], 'doubted'],
		{ isDoubted: true },
	],
	['a right one', [right], secret, ['1', false, [], 'fine']],
	['one with more events', [more], secret, ['5', false, [], 'fine']],
	['one without its events', [untold], secret, ['6', false, [], 'fine']],
	['one that is spelled otherwise', [spelled], secret, ['8', false, [], 'fine']],
	['a right one and others', [lacking, right, inactive], secret, ['1', false, ['4', '3'], 'fine']],
	[
		'right ones, one of them its own',
		[right, other],
		{ ...secret, webhookId: '1' },
		['1', false, ['2'], 'fine'],
	],
	[
		'right ones, none of them its own',
		[right, other],
		{ ...secret, webhookId: '9' },
		['2', false, ['1'], 'fine'],
	],
	[
		'right ones without IDs',
		[one('', { isActive: true }), one('')],
		secret,
		['', false, [], 'fine'],
	],
	[
		'a right one whose URL is also called gone',
		[right, lacking],
		secret,
		['1', false, ['4'], 'fine'],
		{ gone: [URL] },
	],
	['one of every event', [one('5', { events: ['*'] })], secret, ['5', false, [], 'fine']],
	['one of all events', [one('5', { events: ['all'] })], secret, ['5', false, [], 'fine']],
	['one of a page that came twice', [right, right], secret, ['1', false, [], 'fine']],
	[
		'one of an unknown secret, where none is remembered',
		[right],
		{},
		['1', false, [], 'fine'],
		{ getMark: undefined },
	],
	[
		'ones of a URL that is gone',
		[right, lacking, elsewhere],
		secret,
		[undefined, false, ['1', '4'], 'missing'],
		{ url: undefined, gone: [URL] },
	],
	[
		'one of a test that is gone',
		[right, one('9', { url: `${N8N}/webhook-test/4f1c` })],
		secret,
		['1', false, ['9'], 'fine'],
		{ gone: [`${N8N}/webhook-test/4f1c`] },
	],
	[
		'ones that no one asks about',
		[right, elsewhere],
		{},
		[undefined, false, [], 'missing'],
		{ url: undefined },
	],
])('the plan is right for a list with %s', (_, listed, memory, expected, wanted = {}) => {
	expect(toRow(wanted, memory, listed)).toEqual(expected);
});

test('a plan names the events that a subscription lacks', () => {
	const wanted = { n8nUrl: N8N, url: URL, events: EVENTS };
	expect(plan(wanted, {}, [lacking]).lacking).toEqual(['link.clicked']);
	expect(plan(wanted, {}, [right]).lacking).toEqual([]);
	expect(plan(wanted, {}, []).lacking).toEqual([]);
});

test.each<[string, Remembered, Subscription[], string | undefined]>([
	['is not listed', { ...secret, webhookId: '9' }, [inactive], '9'],
	['is listed', { ...secret, webhookId: '3' }, [inactive], undefined],
	['is not listed while another one is kept', { ...secret, webhookId: '9' }, [right], undefined],
	['may be of another account', { secretMark: 'x', webhookId: '9' }, [], undefined],
	['comes with no secret', { webhookId: '9' }, [], undefined],
	['is listed beside others', { ...secret, webhookId: '3' }, [elsewhere, inactive], undefined],
	[
		'is of a former address',
		{
			secretMark: 'former',
			formerUrls: [elsewhere.url, 'https://third.example.com/'],
			webhookUrl: URL,
			webhookId: '9',
		},
		[],
		'9',
	],
])('a remembered ID that %s leads to deleting first: %4$j', (_, memory, listed, expected) => {
	const getMark = (url: string) => (url === elsewhere.url ? 'former' : MARK);
	const wanted = { n8nUrl: N8N, url: URL, events: EVENTS, getMark };
	expect(plan(wanted, memory, listed).unlisted).toBe(expected);
});

test('no remembered ID is deleted first without secrets, as for Ensure Active', () => {
	const wanted = { n8nUrl: N8N, url: URL, events: EVENTS };
	expect(plan(wanted, { ...secret, webhookId: '9' }, []).unlisted).toBeUndefined();
	expect(plan({ ...wanted, getMark }, { webhookId: '9' }, []).unlisted).toBeUndefined();
});

test('only waits of this n8n that have ended are expired', () => {
	const wait = (origin: string, until: number) =>
		`${origin}/webhook-waiting/5/n?wait=a&until=${until}`;
	const listed = [
		one('11', { url: wait(N8N, 1) }),
		one('12', { url: wait(N8N, 99_999_999_999) }),
		one('13', { url: wait('https://other.example.com', 1) }),
		one('14', { url: 'no address' }),
		right,
	];
	expect(ids(plan({ n8nUrl: URL }, {}, listed).expired)).toEqual(['11']);
});

test.each<[string, Remembered, string[], object?]>([
	['the address before this one', { formerUrls: [elsewhere.url], webhookUrl: URL }, ['7']],
	[
		'each address that n8n had since',
		{ formerUrls: ['https://third.example.com/', elsewhere.url], webhookUrl: URL },
		['7'],
	],
	['an address that was not left in order', { webhookUrl: elsewhere.url }, ['7']],
	[
		'neither that of a test that is gone',
		{ webhookUrl: elsewhere.url, formerUrls: [URL] },
		[],
		{ gone: [elsewhere.url] },
	],
	['the present one alone', { webhookUrl: spelled.url }, []],
	['an address with nothing', { formerUrls: ['https://third.example.com/'] }, []],
])('a former address is recognized in memory with %s', (_, memory, expected, more = {}) => {
	const wanted = { n8nUrl: N8N, url: URL, events: EVENTS, ...more };
	const { former } = plan(wanted, memory, [right, elsewhere]);
	expect(former.map(({ subscriptions }) => ids(subscriptions))).toEqual(expected.map((id) => [id]));
});

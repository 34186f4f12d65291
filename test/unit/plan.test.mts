/** The table of subscriptions/plan.ts, row by row: the actions to take on the subscriptions of an account. */
import {
	plan,
	type Remembered,
	type Subscription,
} from '../../nodes/LinkPlatform/subscriptions/plan.ts';
import { table } from '../support/table.mts';

const N8N = 'https://n8n.example.com';
const URL = `${N8N}/webhook/4f1c/webhook`;
const EVENTS = ['link.clicked', 'qr.scanned'];
const MARK = 'ours';
const getMark = () => MARK;
const wanted = { n8nUrl: N8N, url: URL, events: EVENTS, getMark };

/** Returns a correct subscription, with `change` applied. */
const one = (id: string, change: Partial<Subscription> = {}) => ({
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
const withoutUrl = one('9', { url: '' });
const secret: Remembered = { secretMark: MARK, webhookUrl: URL };
/** What the trigger remembers if this subscription is its own. */
const own = (webhookId: string, more: Remembered = {}) => ({ ...secret, webhookId, ...more });

const ids = (all: Subscription[]) => all.map(({ id }) => id);
const toRow = (more: object, memory: Remembered, listed: Subscription[]) => {
	const all = { ...wanted, ...more };
	const { keep, create, delete: gone, say } = plan(all, memory, listed);
	return [keep?.id ?? null, create, ids(gone), say];
};
const withoutNulls = (values: object) =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, value ?? undefined]),
	) as object;

const named = { right, other, inactive, lacking, more, untold, elsewhere, spelled, withoutUrl };
type Listed = keyof typeof named | ({ id: string } & Partial<Subscription>);

/**
 * What is listed, the changes to what the trigger remembers of a subscription with its URL and secret, and what the plan
 * keeps, creates, deletes and says. The last cell has changes to what is wanted. `null` stands for undefined.
 */
test.each(table<[string, Listed[], Remembered, unknown[], object?]>`
	no subscriptions | [] | {"secretMark": null, "webhookUrl": null} | [null, true, [], "missing"]
	only a subscription for another URL | ["elsewhere"] | {} | [null, true, [], "missing"]
	an inactive subscription | ["inactive"] | {"webhookId": "3"} | [null, true, ["3"], "inactive"]
	a subscription that lacks events | ["lacking"] | {"webhookId": "4"} | [null, true, ["4"], "eventsMissing"]
	its own subscription with another secret | ["right"] | {"webhookId": "1", "secretMark": "x"} | [null, true, ["1"], "secretChanged"]
	its own subscription whose secret is unknown | ["right"] | {"webhookId": "1", "secretMark": null} | [null, true, ["1"], "secretChanged"]
	its own subscription | ["right"] | {"webhookId": "1"} | ["1", false, [], "fine"]
	a subscription that nothing is known of | ["right"] | {"secretMark": null, "webhookUrl": null} | [null, true, ["1"], "foreign"]
	a subscription with another ID | ["right"] | {"webhookId": "9"} | [null, true, ["1"], "foreign"]
	a subscription with another ID that takes the place of the trigger's again | ["right", "other"] | {"webhookId": "9"} | ["2", false, ["1"], "left"] | {"leavesForeign": true}
	a subscription with another ID and other events that takes its place again | [{"id": "2", "events": ["other"]}] | {"webhookId": "9"} | ["2", false, [], "left"] | {"leavesForeign": true}
	its own subscription after another one took its place | ["right", "other"] | {"webhookId": "1"} | ["1", false, ["2"], "fine"] | {"leavesForeign": true}
	a subscription with additional events | ["more"] | {"webhookId": "5"} | ["5", false, [], "fine"]
	a subscription whose events aren't listed | ["untold"] | {"webhookId": "6"} | ["6", false, [], "fine"]
	a subscription to the event * | [{"id": "5", "events": ["*"]}] | {"webhookId": "5"} | ["5", false, [], "fine"]
	a subscription to the event all | [{"id": "5", "events": ["all"]}] | {"webhookId": "5"} | ["5", false, [], "fine"]
	a subscription whose URL is spelled differently | ["spelled"] | {"webhookId": "8"} | ["8", false, [], "fine"]
	its own subscription and others | ["lacking", "right", "inactive"] | {"webhookId": "1"} | ["1", false, ["4", "3"], "fine"]
	matching subscriptions | ["right", "other"] | {"webhookId": "1"} | ["1", false, ["2"], "fine"]
	matching subscriptions without IDs | [{"id": "", "isActive": true}, {"id": ""}] | {} | ["", false, [], "fine"]
	a subscription without ID, with another secret | [{"id": ""}] | {"secretMark": "x"} | [null, true, [""], "secretChanged"]
	its own subscription whose URL is also among the gone ones | ["right", "lacking"] | {"webhookId": "1"} | ["1", false, ["4"], "fine"] | {"gone": ["https://n8n.example.com/webhook/4f1c/webhook"]}
	its own subscription listed twice | ["right", "right"] | {"webhookId": "1"} | ["1", false, [], "fine"]
	its own subscription, whose URL is listed as 'n8n.example.com' | [{"id": "1", "url": "n8n.example.com"}, "elsewhere"] | {"webhookId": "1", "listedUrl": "n8n.example.com"} | ["1", false, [], "fine"]
	its own subscription, whose URL is listed as 'https://n8n.example.com/***' | [{"id": "1", "url": "https://n8n.example.com/***"}, "elsewhere"] | {"webhookId": "1", "listedUrl": "https://n8n.example.com/***"} | ["1", false, [], "fine"]
	its own subscription, whose URL is listed as '' | [{"id": "1", "url": ""}, "elsewhere"] | {"webhookId": "1", "listedUrl": ""} | ["1", false, [], "fine"]
	its own subscription, whose URL is masked, but wasn't listed right after subscribing | [{"id": "1", "url": "***"}] | {"webhookId": "1"} | ["1", false, [], "fine"]
	its own subscription, whose URL was masked, and another secret | [{"id": "1", "url": "***"}] | {"webhookId": "1", "listedUrl": "***", "secretMark": "x"} | [null, true, ["1"], "secretChanged"]
	a subscription with the remembered ID, but a URL that somebody has changed | [{"id": "1", "url": "https://other.example.com/webhook/4f1c/webhook"}] | {"webhookId": "1", "listedUrl": "https://n8n.example.com/webhook/4f1c/webhook"} | [null, true, [], "missing"]
	another account's subscription with the remembered ID | [{"id": "1", "url": "https://other.example.com/webhook/4f1c/webhook"}] | {"webhookId": "1", "secretMark": "x"} | [null, true, [], "missing"]
	its own subscription, which is to be removed, and another one of the same URL | ["right", "other"] | {"webhookId": "1"} | [null, false, ["1"], "missing"] | {"url": null, "gone": ["https://n8n.example.com/webhook/4f1c/webhook"]}
	its own subscription, which is to be removed, and whose URL is masked | [{"id": "1", "url": "***"}, "elsewhere"] | {"webhookId": "1", "listedUrl": "***"} | [null, false, ["1"], "missing"] | {"url": null, "gone": ["https://n8n.example.com/webhook/4f1c/webhook"]}
	subscriptions for a URL that is gone | ["right", "lacking", "elsewhere"] | {} | [null, false, ["1", "4"], "missing"] | {"url": null, "gone": ["https://n8n.example.com/webhook/4f1c/webhook"]}
	a subscription for a test URL that is gone | ["right", {"id": "9", "url": "https://n8n.example.com/webhook-test/4f1c"}] | {"webhookId": "1"} | ["1", false, ["9"], "fine"] | {"gone": ["https://n8n.example.com/webhook-test/4f1c"]}
	subscriptions if no URL is wanted | ["right", "withoutUrl"] | {"secretMark": null, "webhookUrl": null} | [null, false, [], "missing"] | {"url": null}
`)(
	'plan() keeps, creates and deletes the right webhooks for a list with %s',
	(_, listed, memory, expected, more = {}) => {
		const all = listed.map((each) => (typeof each === 'string' ? named[each] : one(each.id, each)));
		expect(toRow(withoutNulls(more), withoutNulls({ ...secret, ...memory }), all)).toEqual(
			expected,
		);
	},
);

test('plan() returns the events that a subscription lacks', () => {
	expect(plan(wanted, own('4'), [lacking]).lacking).toEqual(['link.clicked']);
	expect(plan(wanted, own('1'), [right]).lacking).toEqual([]);
	expect(plan(wanted, {}, []).lacking).toEqual([]);
});

test.each([
	['is not listed', { ...secret, webhookId: '9' }, [inactive], '9'],
	['is listed', { ...secret, webhookId: '3' }, [inactive], undefined],
	['is not listed, but another one', { ...secret, webhookId: '9' }, [right], '9'],
	['is not listed, and the list has no IDs', own('9'), [one('')], undefined],
	[
		'may belong to another account',
		{ ...secret, webhookId: '9', webhookUrl: elsewhere.url },
		[],
		undefined,
	],
	['is remembered without a secret', { webhookId: '9' }, [], undefined],
	['has no ID', { ...secret, webhookId: '' }, [], undefined],
	[
		'is listed together with others',
		{ ...secret, webhookId: '3' },
		[elsewhere, inactive],
		undefined,
	],
	[
		'belongs to a former address',
		{
			secretMark: 'former',
			formerUrls: [elsewhere.url, 'https://third.example.com/'],
			webhookUrl: URL,
			webhookId: '9',
		},
		[],
		'9',
	],
])(
	'plan() decides correctly whether to delete the remembered webhook first if it %s',
	(_, memory, listed, expected) => {
		const getMark = (url: string) => (url === elsewhere.url ? 'former' : MARK);
		expect(plan({ ...wanted, getMark }, memory, listed).unlisted).toBe(expected);
	},
);

test('plan() reports only webhooks of ended waits on this n8n instance as expired', () => {
	const wait = (origin: string, until: number) =>
		`${origin}/webhook-waiting/5/n?wait=a&until=${until}`;
	const listed = [
		one('11', { url: wait(N8N, 1) }),
		one('12', { url: wait(N8N, 99_999_999_999) }),
		one('13', { url: wait('https://other.example.com', 1) }),
		one('14', { url: 'no address' }),
		right,
	];
	expect(ids(plan({ n8nUrl: URL, getMark }, {}, listed).expired)).toEqual(['11']);
});

test.each<[string, Remembered, string[], object?]>([
	['the previous address', { formerUrls: [elsewhere.url], webhookUrl: URL }, ['7']],
	[
		'each address that n8n has had',
		{ formerUrls: ['https://third.example.com/', elsewhere.url], webhookUrl: URL },
		['7'],
	],
	['an address left without cleaning up', { webhookUrl: elsewhere.url }, ['7']],
	[
		'only a test address that is gone',
		{ webhookUrl: elsewhere.url, formerUrls: [URL] },
		[],
		{ gone: [elsewhere.url] },
	],
	['only the current address', { webhookUrl: spelled.url }, []],
	['an address without webhooks', { formerUrls: ['https://third.example.com/'] }, []],
])(
	'plan() finds the right webhooks of former addresses if the memory holds %s',
	(_, memory, expected, more = {}) => {
		const { former } = plan({ ...wanted, ...more }, memory, [right, elsewhere, withoutUrl]);
		expect(former.map(({ subscriptions }) => ids(subscriptions))).toEqual(
			expected.map((id) => [id]),
		);
	},
);

/**
 * Tests how templates react if the recipient's mail server opens every link in an email within five seconds, as a
 * browser would. The user agents of known bots are tested in test/unit/bots.test.mts.
 */
import { until } from '../../../tools/until.mts';
import { hmac } from '../../support/trigger.mts';
import { setUp, useTemplates } from './templates.mts';

const { world, opened, publish, start, executions, happen } = useTemplates();

const CHROME =
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';
const AGENT = { 'user-agent': CHROME, 'x-forwarded-for': '203.0.113.25' };

const asShipped = (name: string) => setUp(name, () => {});
/** Visits all links at once, as the scanner of a mail server does. */
const scan = (urls: string[]) => Promise.all(urls.map((url) => world.visit(url, AGENT)));
const linksIn = (message: string) => [...message.matchAll(/http\S+/g)].map(([url]) => url);
const called = () => opened.fakeNodes.calls.map(({ node }) => node);

const delivered = () =>
	until('all clicks to be delivered', async () =>
		(await world.deliveries()).every(({ state }) => state === 'delivered'),
	);

/** Delivers a click, dated this many minutes from now, to the waiting workflow. */
async function clickLater(linkId: unknown, minutes: number) {
	const [{ url, secret }] = await world.webhooks();
	const timestamp = new Date(Date.now() + minutes * 60_000).toISOString();
	const body = JSON.stringify({ event: 'link.clicked', timestamp, data: { linkId } });
	const headers = { 'content-type': 'application/json', 'x-service-signature': hmac(secret, body) };
	await fetch(url, { method: 'POST', body, headers });
}

it("follow-up ignores a link scanner's click in the first minute, and thanks the lead who clicks later", async () => {
	const { nodes } = await start(asShipped('follow-up'), 'Lead Form');
	const [{ message }] = opened.fakeNodes.of('Send Link');
	await scan(linksIn(message));
	await delivered();
	expect(called()).toEqual(['Send Link']);
	await clickLater(nodes['Create Link'][0].items[0].json.id, 2);
	await executions(1);
	expect(called()).toEqual(['Send Link', 'Send Thank-You']);
});

it("follow-up ignores a link scanner's click that comes before the wait has begun", async () => {
	opened.fakeNodes.answers = {
		'Send Link': async ({ message }) => void (await scan(linksIn(message))),
	};
	await start(asShipped('follow-up'), 'Lead Form');
	await delivered();
	expect(called()).toEqual(['Send Link']);
});

it.each([
	['lead-links', 'c-7'],
	['lead-links-sheet', 'lead-7'],
])(
	'the trigger of %s ignores a click by a scanner that identifies itself as a bot (%s)',
	async (name, alias) => {
		await publish(asShipped(name));
		await happen('link.clicked', { alias, browser: 'Slackbot' });
		await delivered();
		expect(opened.host!.executions).toEqual([]);
	},
);

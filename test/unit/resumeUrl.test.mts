/** The URL of a waiting execution: what it holds, and which have expired. */
import { plan } from '../../nodes/LinkPlatform/subscriptions/plan.ts';
import { toResumeUrl } from '../../nodes/LinkPlatform/subscriptions/resumeUrl.ts';

const EXECUTION = 'https://n8n.example.com/webhook-waiting/7?signature=s';
const NOW = Math.floor(Date.now() / 1000);

test("URL holds the node, n8n's token, the nonce and the end, in this order", () => {
	expect(toResumeUrl(EXECUTION, 'a1', 'n', '1700000000')).toBe(
		'https://n8n.example.com/webhook-waiting/7/a1?signature=s&wait=n&until=1700000000',
	);
});

test('a node ID with special characters stays one segment of the path', () => {
	const { pathname } = new URL(toResumeUrl(EXECUTION, 'a/b ?#ü', 'n', '1'));
	expect(pathname).toBe('/webhook-waiting/7/a%2Fb%20%3F%23%C3%BC');
});

test('a nonce with special characters changes nothing else', () => {
	const { searchParams } = new URL(toResumeUrl(EXECUTION, 'a', 'n&until=9&signature=x', '1'));
	expect([...searchParams.entries()]).toEqual([
		['signature', 's'],
		['wait', 'n&until=9&signature=x'],
		['until', '1'],
	]);
});

const over = toResumeUrl(EXECUTION, 'a', 'n', String(NOW - 5));
test.each<[string, string, boolean]>([
	['one that has expired', over, true],
	['one that has not', toResumeUrl(EXECUTION, 'a', 'n', String(NOW + 60)), false],
	['one of another scheme', over.replace('https', 'http'), false],
	['one of another host', over.replace('n8n.', 'm8m.'), false],
	['one of another port', over.replace('.com/', '.com:8443/'), false],
	['one without a nonce', over.replace('wait=n&', ''), false],
	['one without an end', over.replace(/&until=.*/, ''), false],
	['one whose end is no number', over.replace(/until=.*/, 'until=1e3'), false],
	['one whose end is empty', over.replace(/until=.*/, 'until='), false],
	["the trigger's", 'https://n8n.example.com/webhook/4f1c/webhook', false],
	['not a URL', 'n8n.example.com?wait=n&until=1', false],
])('the subscription of a wait, %s (%s), has expired: %p', (_name, url, isExpired) => {
	const one = { id: '1', url, events: [], isActive: true };
	const { expired } = plan({ n8nUrl: 'https://n8n.example.com/webhook/x' }, {}, [one]);
	expect(expired).toEqual(isExpired ? [one] : []);
});

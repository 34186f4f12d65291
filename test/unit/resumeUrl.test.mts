/** The URLs of waiting executions: their parts, and the URLs that have expired. */
import { selectExpired } from '../../nodes/LinkPlatform/subscriptions/plan.ts';
import { toResumeUrl } from '../../nodes/LinkPlatform/subscriptions/resumeUrl.ts';

const EXECUTION = 'https://n8n.example.com/webhook-waiting/7?signature=s';
const NOW = Math.floor(Date.now() / 1000);

test("toResumeUrl puts the node ID in the path, and the nonce and the expiry time after n8n's token", () => {
	expect(toResumeUrl(EXECUTION, 'a1', 'n', '1700000000')).toBe(
		'https://n8n.example.com/webhook-waiting/7/a1?signature=s&wait=n&until=1700000000',
	);
});

test('toResumeUrl encodes a node ID with special characters as a single path segment', () => {
	const { pathname } = new URL(toResumeUrl(EXECUTION, 'a/b ?#ü', 'n', '1'));
	expect(pathname).toBe('/webhook-waiting/7/a%2Fb%20%3F%23%C3%BC');
});

test("toResumeUrl encodes the nonce, so that it can't change other query parameters", () => {
	const { searchParams } = new URL(toResumeUrl(EXECUTION, 'a', 'n&until=9&signature=x', '1'));
	expect([...searchParams.entries()]).toEqual([
		['signature', 's'],
		['wait', 'n&until=9&signature=x'],
		['until', '1'],
	]);
});

const over = toResumeUrl(EXECUTION, 'a', 'n', String(NOW - 5));
test.each([
	['a past expiry time', true, over],
	['a future expiry time', false, toResumeUrl(EXECUTION, 'a', 'n', String(NOW + 60))],
	['another scheme', false, over.replace('https', 'http')],
	['another host', false, over.replace('n8n.', 'm8m.')],
	['another port', false, over.replace('.com/', '.com:8443/')],
	['no nonce', false, over.replace('wait=n&', '')],
	['no expiry time', false, over.replace(/&until=.*/, '')],
	['a malformed expiry time', false, over.replace(/until=.*/, 'until=1e3')],
	['an empty expiry time', false, over.replace(/until=.*/, 'until=')],
	["the trigger's URL", false, 'https://n8n.example.com/webhook/4f1c/webhook'],
	['text that is not a URL', false, 'n8n.example.com?wait=n&until=1'],
])('selectExpired counts the webhook of a wait with %s as expired: %p', (_name, isExpired, url) => {
	const one = { id: '1', url, events: [], isActive: true };
	const expired = selectExpired([one], 'https://n8n.example.com/webhook/x');
	expect(expired).toEqual(isExpired ? [one] : []);
});

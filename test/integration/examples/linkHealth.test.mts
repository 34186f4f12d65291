/** Tests which links link-health reports as having a dead target, and in what order. */
import type { Resolved } from './fakeNodes.mts';
import { setUp, useTemplates } from './templates.mts';

const { world, opened, run } = useTemplates();

/** A target's responses to HEAD and to GET: a status code, or the error if there is no response. */
type Target = [head: number | string, get?: number | string];

async function check(targets: Record<string, Target>) {
	const urls = Object.keys(targets).map((name, n) => ({
		id: n + 1,
		alias: name,
		shorturl: `https://go.test/${name}`,
		clicks: n + 1,
		longurl: `https://target.test/${name}`,
	}));
	await world.respond('/api/urls', { urls, result: urls.length, maxpage: 1, currentpage: 1 });
	const respond = (which: 0 | 1) => (call: Resolved) => {
		const given = targets[String(call.url).split('/').at(-1)!][which];
		return typeof given === 'number' ? [{ statusCode: given }] : new Error(given);
	};
	const answers = { 'Ask for Headers': respond(0), 'Open Page': respond(1) };
	opened.fakeNodes.answers = answers as unknown as typeof opened.fakeNodes.answers;
	const { status, error } = await run(setUp('link-health'), 'Every Monday');
	expect([error?.message, status]).toEqual([undefined, 'success']);
	return opened.fakeNodes.of('Notify by Slack').map(({ text }) => text);
}

const asked = (node: string) => opened.fakeNodes.of(node).map(({ url }) => String(url));

test('link-health names all dead targets in one message, most clicked first', async () => {
	const said = await check({
		alive: [200],
		noHead: [405, 200],
		gone: [404, 404],
		robots: [403, 403],
		broken: [500, 503],
		moved: [301],
		noHost: ['getaddrinfo ENOTFOUND target.test', 'getaddrinfo ENOTFOUND target.test'],
	});
	const lines = [
		'7 clicks: https://go.test/noHost leads to https://target.test/noHost (getaddrinfo ENOTFOUND target.test)',
		'5 clicks: https://go.test/broken leads to https://target.test/broken (503)',
		'3 clicks: https://go.test/gone leads to https://target.test/gone (404)',
	];
	expect(said).toEqual([['Dead targets: 3 of 7 links with clicks.', ...lines].join('\n')]);
	expect(asked('Ask for Headers')).toHaveLength(7);
	expect(asked('Open Page')).toHaveLength(5);
});

test('link-health sends no message if all targets respond', async () => {
	expect(await check({ alive: [200], old: [410, 200] })).toEqual([]);
});

test('link-health names only the first 20 dead targets in its message', async () => {
	const many = Array.from({ length: 25 }, (_, n) => [`t${n}`, [404, 404]] as const);
	const [text] = await check(Object.fromEntries(many) as unknown as Record<string, Target>);
	expect(text.split('\n')).toHaveLength(22);
	expect(text).toMatch(/^Dead targets: 25 of 25[\s\S]*and more: see the execution\.$/);
});

test('link-health checks only links that have clicks', async () => {
	const { nodes } = await run(setUp('link-health'), 'Every Monday');
	const clicks = nodes['Sort by Clicks'][0].items.map(({ json }) => json.clicks);
	expect(clicks).not.toContain(0);
	expect(clicks).toEqual([...clicks].sort((a, b) => Number(b) - Number(a)));
});

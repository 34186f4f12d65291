/** Tests that messages and warnings in a response with a record are shown once per run, and never at length. */
import { byId, useWorld } from '../../support/world.mts';
import { getMessages, toItems } from '../../support/sent.mts';
import { withJson } from '../../support/faults.mts';

const world = useWorld();

const url = 'https://example.com/a';
const record = { id: 7, alias: 'summer-2', shorturl: 'https://go.example/summer-2' };
/** Runs an operation whose requests are answered with these bodies in turn; returns its hints. */
async function getHints(
	bodies: object[],
	[resource, operation, parameters] = ['link', 'create', { url }] as [string, string, object],
) {
	for (const body of bodies) {
		const action = withJson(body);
		await world.sandbox.fault({ times: 1, action });
	}
	const items = bodies.map((_, n) => ({ json: { n } }));
	const pace = { concurrency: 1 };
	const result = await world.run(resource, operation, { ...parameters }, { items, pace });
	expect(result.errorItems).toEqual([]);
	return result.hints.map(({ message, type }) => [message, type]);
}
const said = (text: string) => [`Link Platform said: ${text}`, 'info'];

/** The forms of messages are tested in `test/unit/envelope.test.mts`. */
test('a message and warnings that Link Platform returns with a record are shown as hints', async () => {
	const body = { error: 0, data: record, message: 'Check your inbox.', warnings: ['No title.'] };
	expect(await getHints([body])).toEqual([said('Check your inbox.'), said('No title.')]);
	expect(await getHints([{ data: record, message: 'Success!' }])).toEqual([]);
});

test('hints show each message from Link Platform only once, and at most three messages', async () => {
	const bodies = [1, 1, 2, 3, 4, 5].map((n) => ({ data: record, message: `Note ${n}.` }));
	expect(await getHints(bodies)).toEqual([1, 2, 3].map((n) => said(`Note ${n}.`)));
});

test('a message of Link Platform causes no hint if it is the output itself, or belongs to a deletion or a read', async () => {
	expect(await getHints([{ error: 0, message: 'It was done.' }])).toEqual([]);
	const linkId = byId(1);
	const deletion = { error: 0, message: 'It was deleted.' };
	expect(await getHints([deletion], ['link', 'delete', { linkId }])).toEqual([]);
	const read = { error: 0, message: 'Here it is.', data: record };
	expect(await getHints([read], ['link', 'get', { linkId }])).toEqual([]);
});

test('a warning from Link Platform becomes a hint even after a read or an operation with several requests', async () => {
	const urls = [{ id: 7, alias: 'a' }];
	const list = { error: 0, data: { urls, maxpage: 1 }, warnings: ['The list may be incomplete.'] };
	expect(await getHints([list], ['link', 'getAll', {}])).toEqual([
		said('The list may be incomplete.'),
	]);
	const page = { data: { id: 7 }, message: 'Your plan shows a banner.' };
	expect(await getHints([page], ['bioPage', 'create', { name: 'A', slug: 'a' }])).toEqual([
		said('Your plan shows a banner.'),
	]);
});

test("a hint masks an API key that Link Platform's message contains", async () => {
	const message = `Made with ${world.apiKey}.`;
	expect(await getHints([{ data: record, message }])).toEqual([said('Made with ***.')]);
});

test("a hint masks the link's own short password in Link Platform's message", async () => {
	const parameters = { url, additionalFields: { password: 'hunter2' } };
	const body = { data: record, message: 'Protected with hunter2.' };
	expect(await getHints([body], ['link', 'create', parameters])).toEqual([
		said('Protected with ***.'),
	]);
});

describe('an alias that Link Platform silently replaces', () => {
	const hint = (asked: string) => [
		`Link Platform stored the alias "${asked}" as "summer-2". Enter it as stored, or later runs don't find the link`,
		'warning',
	];
	const asked = (alias: string) => ({ url, additionalFields: { alias } });

	test('link.create shows only one hint per run if Link Platform changed several aliases', async () => {
		const call = ['link', 'create', asked('summer')] as [string, string, object];
		expect(await getHints([{ data: record }, { data: record }], call)).toEqual([hint('summer')]);
	});

	test.each([
		['createOnce', { url, idempotencyKey: 'a', additionalFields: { slug: 'summer' } }],
		['update', { linkId: byId(1), updateFields: { alias: 'summer' } }],
	])(
		'link.%s shows a hint if Link Platform used a different alias',
		async (operation, parameters) => {
			expect(await getHints([{ data: record }], ['link', operation, parameters])).toEqual([
				hint('summer'),
			]);
		},
	);

	test('link.create shows a hint even if the returned alias differs only in case', async () => {
		const call = ['link', 'create', asked('Summer-2')] as [string, string, object];
		expect(await getHints([{ data: record }], call)).toEqual([hint('Summer-2')]);
	});

	test('link.create shows one hint for several aliases that Link Platform changed, with the first as an example', async () => {
		await world.fault('/api/url/add', withJson({ data: record }));
		const items = toItems([{ alias: 'first' }, { alias: 'second' }]);
		const parameters = asked('={{ $json.alias }}');
		const pace = { concurrency: 1 };
		const { hints } = await world.run('link', 'create', parameters, { items, pace });
		expect(getMessages(hints)).toEqual([hint('first')[0]]);
	});

	test("link.create shows no hint if the alias is the same, isn't returned, or wasn't requested", async () => {
		expect(await getHints([{ data: record }], ['link', 'create', asked('summer-2')])).toEqual([]);
		const answers = [{ data: { id: 7 } }];
		expect(await getHints(answers, ['link', 'create', asked('summer')])).toEqual([]);
		expect(await getHints([{ data: record }])).toEqual([]);
	});
});

const STORED = `Link Platform stored the URL "${url}" as "${url}b". Check where the link leads, and enter the URL as stored, or later runs don't find the link`;
const REUSED = `Instead of a link to "${url}", Link Platform returned a link to a different URL, "${url}b". The idempotency key may have been used for another link`;

test.each([
	['create', { url }, STORED],
	['create', { url, ifUrlExists: 'reuse' }, STORED],
	['createOnce', { url, idempotencyKey: 'a' }, REUSED],
	['upsert', { url, alias: 'launch' }, STORED],
	['upsert', { url, alias: 'fresh' }, STORED],
	['update', { linkId: byId(1), updateFields: { url } }, STORED],
])(
	'link.%s(%j) shows a hint if Link Platform returns a different target',
	async (operation, parameters, hint) => {
		const change = withJson({ data: { id: 7, longurl: `${url}b` } });
		for (const method of ['POST', 'PUT']) await world.sandbox.fault({ method, action: change });
		const { hints } = await world.run('link', operation, { ...parameters });
		expect(getMessages(hints.filter(({ type }) => type === 'warning'))).toEqual([hint]);
	},
);

test('link.create shows a hint if the new link leads to itself', async () => {
	const given = { url: `${world.url}/new`, additionalFields: { alias: 'new' } };
	const { hints } = await world.run('link', 'create', given);
	expect(getMessages(hints)).toEqual([expect.stringContaining("is the link's own short URL")]);
});

test('link.create shows no hint if the returned target is only a different spelling of the same URL', async () => {
	const longurl = 'https://example.com/%C3%BC';
	const call = ['link', 'create', { url: 'https://Example.COM/ü' }] as [string, string, object];
	expect(await getHints([{ data: { id: 7, longurl } }], call)).toEqual([]);
});

/** Tests which webhook is the trigger's own: the one with the remembered ID, however the list writes its URL. */
import { until } from '../../../tools/until.mts';
import { useServer } from '../../support/serve.mts';
import { derivedSecret, useTriggerWorld } from '../../support/trigger.mts';

const world = useTriggerWorld();
const { serve } = useServer();

const SUBSCRIBE = '/api/webhooks/subscribe';
const failed = () => world.started().map(({ error }) => error?.message);
const ids = async () => (await world.webhooks()).map(({ id }) => id);
const drop = (id: number) => world.call(`${SUBSCRIBE}/${id}`, undefined, 'DELETE');
/** Subscribes the URL as somebody does by hand, or as another n8n instance with this secret. */
const subscribe = async (url: string, secret: string) =>
	(await world.call(SUBSCRIBE, { url, events: ['link.clicked'], secret })).data.id as number;

/** Makes Link Platform's list write URLs in another form. */
async function rewriteUrls(toShown: (url: URL) => string) {
	const proxy = await serve((request, response) => {
		const forward = async () => {
			const chunks: Buffer[] = [];
			for await (const chunk of request) chunks.push(chunk as Buffer);
			const { method, url: path, headers } = request;
			const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
			const answer = await fetch(world.url + path, { method, headers: headers as never, body });
			let text = await answer.text();
			if (method === 'GET' && path === '/api/webhooks') {
				text = text.replace(/"url":"([^"]*)"/g, (_, url: string) => {
					return `"url":${JSON.stringify(toShown(new URL(url)))}`;
				});
			}
			response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
		};
		forward().catch(() => response.destroy());
	});
	world.setCredential({ apiUrl: proxy });
}

test.each<[string, (url: URL) => string]>([
	['as it is', ({ href }) => href],
	['as its host only', ({ host }) => host],
	['with a masked path', ({ origin }) => `${origin}/***`],
	['with the end masked', ({ href }) => `${href.slice(0, -8)}…`],
	['with HTML entities', ({ href }) => href.replaceAll('/', '&#x2F;')],
	['percent-encoded', ({ href }) => encodeURIComponent(href)],
	['empty', () => ''],
	['in capitals', ({ href }) => href.toUpperCase()],
])(
	'three hourly checks leave a webhook alone whose URL is listed %s, and unpublishing deletes it',
	async (_, toShown) => {
		await rewriteUrls(toShown);
		const publication = await world.publish();
		const before = await ids();
		expect(before).toHaveLength(1);
		for (let hour = 0; hour < 3; hour += 1) await world.check(publication);
		await world.restart(publication);
		expect(await ids()).toEqual(before);
		expect(failed()).toEqual([]);
		await world.remove(publication);
	},
);

test("a webhook that somebody has put in the place of the trigger's is replaced, and reported", async () => {
	const publication = await world.publish();
	const [{ id, url }] = await world.webhooks();
	await subscribe(url, 'by hand');
	await drop(id);
	await world.check(publication);
	expect(await world.webhooks()).toMatchObject([{ url, secret: derivedSecret(world.apiKey, url) }]);
	expect(failed()).toEqual([
		expect.stringMatching(/renewed\. Another webhook has taken the place of the trigger's/),
	]);
	await world.check(publication);
	expect(failed()).toHaveLength(1);
});

test.each([
	['when n8n starts', false],
	['by the first check that succeeds after n8n has started', true],
])("a renewal whose ID n8n couldn't save is repeated without a report %s", async (_, isDown) => {
	const publication = await world.publish();
	const saved = structuredClone(publication.staticData);
	await drop((await ids())[0]);
	await world.check(publication);
	publication.staticData = saved;
	const before = failed().length;
	if (isDown) await world.sandbox.fault({ action: { type: 'status', status: 503 } });
	await world.restart(publication);
	await world.clearFaults();
	if (isDown) await world.check(publication);
	expect(await world.active()).toHaveLength(1);
	expect(failed()).toHaveLength(before);
});

test("two n8n instances with one URL don't keep replacing each other's webhook", async () => {
	const publication = await world.publish();
	const { url } = publication;
	/** The other n8n replaces the webhook, as it does in its own check. */
	const takeOver = async () => {
		const id = await subscribe(url, derivedSecret(world.apiKey, url));
		for (const one of await ids()) if (one !== id) await drop(one);
		return id;
	};
	await takeOver();
	await world.check(publication);
	const theirs = await takeOver();
	for (let hour = 0; hour < 3; hour += 1) await world.check(publication);
	expect(await ids()).toEqual([theirs]);
	expect(failed()).toEqual([
		expect.stringContaining("taken the place of the trigger's"),
		`Another n8n instance uses the URL of this trigger, ${url}`,
	]);
	// As soon as the other one leaves, the trigger subscribes again.
	await drop(theirs);
	await world.check(publication);
	await until('a webhook', async () => (await ids()).length === 1);
	await world.remove(publication);
});

test("a webhook with the remembered ID isn't the trigger's if somebody has changed its URL", async () => {
	const publication = await world.publish();
	const [{ id, url }] = await world.webhooks();
	const changed = { id, url: 'https://elsewhere.example/hook', events: ['link.clicked'] };
	await world.respond('/api/webhooks', { webhooks: [changed] }, { method: 'GET', times: 1 });
	await world.check(publication);
	expect((await world.webhooks()).map((webhook) => webhook.url)).toEqual([url, url]);
	expect(failed()).toEqual([expect.stringContaining('The webhook was missing')]);
});

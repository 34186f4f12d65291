import { ROW_URL, rows } from './scenarios.mts';
import { getFailure, getJson } from '../support/sent.mts';
import { table } from '../support/table.mts';
import { byId, openWorld, useOpenedFor } from '../support/world.mts';

/** The tests run concurrently because they mostly wait. */
const inWorld = useOpenedFor(openWorld);

/** A fault in a single response. Link Platform may or may not have handled the request. */
interface Fault {
	name: string;
	action: Record<string, unknown>;
	isHarmless?: boolean;
	/** True if the response looks complete but proves neither success nor failure, so a write isn't sent again. */
	provesNothing?: boolean;
}

const all = table<[string, Fault['action'], ('provesNothing' | 'isHarmless')?]>`
	a connection reset before handling | {"type": "reset", "when": "before"}
	a connection reset after handling | {"type": "reset", "when": "afterHandling"}
	a connection reset during the response | {"type": "reset", "when": "during"}
	half a response | {"type": "truncate"}
	half a response that looks complete | {"type": "truncate", "declare": "cut"} | provesNothing
	a web page | {"type": "html"} | provesNothing
	a web page after handling | {"type": "html", "afterHandling": true} | provesNothing
	an empty response | {"type": "empty"} | provesNothing
	an empty response after handling | {"type": "empty", "afterHandling": true} | provesNothing
	text in place of JSON | {"type": "wrongJson"} | provesNothing
	a number | {"type": "wrongJson", "body": "7", "afterHandling": true} | provesNothing
	null in place of JSON | {"type": "wrongJson", "body": "null"} | provesNothing
	status 500 with an error envelope | {"type": "status", "status": 500}
	status 502 with an error envelope | {"type": "status", "status": 502}
	status 503 with an error envelope | {"type": "status", "status": 503}
	status 504 with an error envelope | {"type": "status", "status": 504}
	status 520 with an error envelope | {"type": "status", "status": 520}
	status 503 as text after handling | {"type": "status", "status": 503, "body": "upstream", "afterHandling": true}
	gzip | {"type": "gzip"} | isHarmless
	a byte order mark | {"type": "bom"} | isHarmless
	a slow response | {"type": "delay", "ms": 200} | isHarmless
	a slow response after handling | {"type": "delay", "ms": 200, "afterHandling": true} | isHarmless
	no response | {"type": "stall"}
`.map(([name, action, trait]): Fault => ({ name, action, ...(trait && { [trait]: true }) }));
/** Sets the timeout in seconds: short only for a stalled response, so that others don't time out on a busy machine. */
const paceFor = ({ type }: { type?: unknown }) => ({
	timeout: type === 'stall' ? 4 : 100,
	concurrency: 3,
});
/** The time limit of a test in ms, far longer than the timeouts of all attempts. */
const LONG = 150_000;
const once = 'https://example.com/once';

/** Requests that are safe to repeat, each with the number of its responses that are lost. */
const safe: Array<[operation: string, path: string, times: number, parameters: object]> = [
	['get', '/api/*', 2, { linkId: byId(3) }],
	['update', '/api/*', 2, { linkId: byId(3), updateFields: { url: 'https://example.com/new' } }],
	['delete', '/api/*', 1, { linkId: byId(3) }],
	['createOnce', '/v1/*', 2, { url: once, idempotencyKey: 'once' }],
];

test.concurrent.each(
	safe.flatMap((request) => {
		const isRepeated = ({ action, provesNothing = false }: Fault) =>
			!provesNothing ||
			request[0] === 'get' ||
			(request[0] === 'delete' && action.type === 'empty');
		const repeated = all.filter(isRepeated);
		return repeated.map(({ name, action }) => [request[0], name, action, request] as const);
	}),
)(
	'link.%s succeeds despite %s, after retries if necessary',
	inWorld(async ({ sandbox, run }, operation, _name, action, [, path, times, parameters]) => {
		await sandbox.fault({ path, times, action });
		const pace = paceFor(action);
		const { items, errorItems } = await run('link', operation, { ...parameters }, { pace });
		expect(errorItems).toEqual([]);
		expect(items).toHaveLength(1);
		if (operation === 'delete') expect(items[0].json).toEqual({ deleted: true });
		if (operation !== 'createOnce') return;
		const links = await sandbox.all('/api/urls', 'urls');
		expect(links.filter(({ longurl }) => longurl === once)).toHaveLength(1);
	}),
	LONG,
);

test.concurrent.each(
	safe
		.filter(([operation]) => operation !== 'get')
		.flatMap((request) =>
			all
				.filter(({ provesNothing }) => provesNothing)
				.filter(({ action }) => request[0] !== 'delete' || action.type !== 'empty')
				.map(({ name, action }) => [request[0], name, action, request] as const),
		),
)(
	'link.%s sends its request only once despite %s, and says that the request may have gone through',
	inWorld(async ({ sandbox, run }, operation, _name, action, [, path, , parameters]) => {
		await sandbox.fault({ path, action });
		expect(getFailure(await run('link', operation, { ...parameters }))).toMatchObject({
			message: expect.stringContaining('may still have gone through'),
			details: { reason: 'notKnown' },
		});
		expect(Object.values(await sandbox.counts())).toEqual([1]);
	}),
	LONG,
);

test.concurrent.each(all.map(({ name, ...fault }) => [name, fault] as const))(
	'link.create sends each request only once despite %s, and a lost response tells the user to check first',
	inWorld(async ({ sandbox, run }, _name, { action, isHarmless }) => {
		await sandbox.fault({ path: '/api/url/add', times: 1, action });
		const more = { items: rows(3), pace: paceFor(action) };
		const { items, errorItems } = await run('link', 'create', { url: ROW_URL }, more);
		expect((await sandbox.counts())['POST /api/url/add']).toBe(3);
		expect(items).toHaveLength(isHarmless ? 3 : 2);
		const failure = {
			error: expect.stringMatching(/.{11}/),
			message: expect.stringContaining('Check before you retry'),
		};
		expect(getJson(errorItems)).toMatchObject(isHarmless ? [] : [failure]);
	}),
	LONG,
);

test.concurrent(
	'link.create fails with "connection refused" if Link Platform accepts no connection',
	async () => {
		const gone = await openWorld();
		await gone.close();
		expect(getFailure(await gone.run('link', 'create', { url: 'https://example.com' }))).toEqual({
			n: undefined,
			error: `Couldn't connect to ${new URL(gone.sandbox.url).host}: connection refused`,
			message:
				"Check 'API URL' in the credential, including http:// or https:// at the beginning, and make sure that n8n can reach it",
			details: { httpCode: null, reason: 'unreachable', code: 'ECONNREFUSED' },
		});
	},
);

test.concurrent(
	'Create Once creates no second link if n8n runs the node again because of Retry On Fail',
	inWorld(async ({ sandbox, run }) => {
		// Link Platform handles all four attempts of the node, but each response is lost; n8n then runs the node again.
		const action = { type: 'reset', when: 'afterHandling' };
		await sandbox.fault({ path: '/v1/links', times: 4, action });
		const nodeSettings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
		const more = { items: rows(3), pace: { concurrency: 1 }, nodeSettings };
		const parameters = { url: ROW_URL, idempotencyKey: ROW_URL };
		const result = await run('link', 'createOnce', parameters, {
			...more,
			onError: 'stopWorkflow',
		});
		expect(result.status).toBe('success');
		expect(result.items).toHaveLength(3);
		expect(await sandbox.all('/api/urls', 'urls')).toHaveLength(6 + 3);
	}),
);

/** Tests responses with HTTP 200 that don't confirm success: no call takes them for a record or a success. */
import { getField, getJson, written } from '../support/sent.mts';
import { useTriggerWorld } from '../support/trigger.mts';
import { byId } from '../support/world.mts';
import { withStatus, withJson } from '../support/faults.mts';
import { table } from '../support/table.mts';

const world = useTriggerWorld();

const url = 'https://example.com/a';
const linkId = byId(1);
const node = 'linkPlatformPollingTrigger';
const MAY_BE_DONE = 'the request may still have gone through';

/** Runs an operation; returns its error, or its items if it didn't fail. */
async function fail(...[resource, operation, parameters]: [string, string, object]) {
	const { items, errorItems } = await world.run(resource, operation, { ...parameters });
	if (items.length > 0 || errorItems.length !== 1) return { came: getJson(items) };
	const { error, message } = errorItems[0].json;
	return { error, mayBeDone: (message as string).includes(MAY_BE_DONE) };
}

/** Publishes a polling trigger; returns the error of its first poll, or the data that the poll stored. */
async function poll() {
	const workflow = world.host.createPolled({ node, parameters: { event: 'link.clicked' } });
	const failure = await workflow.activate().then(
		() => undefined,
		(thrown: Error) => thrown.message,
	);
	return failure === undefined ? { came: workflow.staticData } : { error: failure };
}

async function checkSetup() {
	const { items, errorItems } = await world.run('account', 'checkSetup');
	const apart = ['Address of n8n', 'Rate Limit'];
	const fine = items.filter(
		({ json: { check, ok } }) => ok === true && !apart.includes(check as string),
	);
	return fine.length > 0 || errorItems.length > 0
		? { came: getJson(fine) }
		: { error: items.find(({ json }) => json.ok !== true)?.json.found };
}

/** Runs the hourly check of a published trigger; returns its requests if it changed something. */
async function check() {
	const publication = await world.publish();
	await answer();
	await world.forget();
	await world.check(publication);
	const requests = await world.requests();
	return requests.every(({ method }) => method === 'GET') ? { error: '' } : { came: requests };
}

/** The body with which `answer` makes Link Platform respond to every request. */
let body: unknown;
const answer = () => world.sandbox.fault({ action: withJson(body) });

/** Runs an operation whose second request is answered with `body`. */
async function repoint() {
	await world.fault('/api/url/:id/update', withJson(body));
	return await fail('qrCode', 'update', { qrCodeId: byId(1), updateFields: { url } });
}

/** Creates a bio page whose request for a block is answered with `body`; returns the failed blocks. */
async function addBlocks() {
	await world.fault('/api/bio/:id/block', withJson(body));
	const blocks = [{ type: 'text', content: {} }];
	const additionalFields = { blocks };
	const { items } = await world.run('bioPage', 'create', {
		name: 'A',
		slug: 'a',
		additionalFields,
	});
	return getField(items, 'blocksFailed');
}

const CALLS = {
	read: () => fail('link', 'get', { linkId }),
	create: () => fail('link', 'create', { url }),
	update: () => fail('link', 'update', { linkId, updateFields: { url } }),
	delete: () => fail('link', 'delete', { linkId }),
	list: () => fail('link', 'getAll', { returnAll: true }),
	ifNameExists: () => fail('qrCode', 'createMany', { name: 'A', url }),
	firstPoll: poll,
	checkSetup,
};

type Outcome = { came?: unknown; error?: unknown; mayBeDone?: boolean };

describe.each(table<[object, string]>`
	{} | ""
	{"data": null} | ""
	{"message": "This account is suspended."} | This account is suspended.
	{"status": "error", "detail": "Suspended"} | Suspended
	{"errors": [{"message": "Suspended"}]} | Suspended
	{"code": 403, "data": {"message": "Suspended"}} | Suspended
	{"data": {"success": false, "id": null}} | ""
	{"success": false, "message": "Suspended"} | Suspended
	{"error": 0, "data": {"error": 1, "message": "Suspended"}} | Suspended
`)('a response %j', (form, words) => {
	const outcomes: Record<string, Outcome> = {};
	let blocks: unknown;
	beforeAll(async () => {
		body = form;
		await world.restore();
		outcomes.secondRequest = await repoint();
		await world.clearFaults();
		blocks = await addBlocks();
		outcomes.hourlyCheck = await check();
		const made = Object.entries(CALLS).map(async ([call, make]) => {
			outcomes[call] = await make();
		});
		await Promise.all(made);
		await world.clearFaults();
	}, 60_000);

	test.each([...Object.keys(CALLS), 'secondRequest', 'hourlyCheck'])(
		"the call %s fails if the response doesn't confirm success",
		(call) => {
			expect(outcomes[call]).not.toHaveProperty('came');
			expect(outcomes[call].error).toEqual(expect.any(String));
		},
	);

	test("the blocks of a new bio page are reported as failed if the response doesn't confirm them", () => {
		expect(blocks).toEqual([[expect.objectContaining({ index: 0 })]]);
	});

	test("an error quotes the message in Link Platform's response", () => {
		const calls = ['read', 'create', 'update', 'delete', 'list', 'firstPoll', 'secondRequest'];
		for (const call of calls) {
			expect([call, outcomes[call].error]).toEqual([call, expect.stringContaining(words)]);
		}
	});

	test('the error for a write says that the write may have gone through, unless Link Platform refused it', () => {
		const isRefused = /"error":1|"success":false/.test(JSON.stringify(form));
		for (const call of ['create', 'update', 'delete', 'secondRequest']) {
			expect([call, outcomes[call].mayBeDone]).toEqual([call, !isRefused]);
		}
		expect(outcomes.read.mayBeDone).toBe(false);
	});
});

test.each(['Not included in the Starter plan', '"Not included in the Starter plan"'])(
	'a read and a write quote a response with status 200 that is not JSON: %s',
	async (text) => {
		await world.sandbox.fault({ action: { type: 'status', status: 200, body: text } });
		const { read, create } = CALLS;
		const words = expect.stringContaining('Not included in the Starter plan');
		expect(await read()).toEqual({ error: words, mayBeDone: false });
		expect(await create()).toEqual({ error: words, mayBeDone: true });
	},
);

test.each([
	['link', 'getAll'],
	['qrCode', 'getAll'],
	['campaign', 'getAll'],
	['domain', 'getAll'],
	['webhook', 'getAll'],
])('the operation %s.%s fails if the list endpoint returns 404', async (resource, operation) => {
	for (const answered of [
		undefined,
		{ message: 'no Route matched' },
		{ error: 1, message: 'No.' },
	]) {
		await world.reset();
		await world.sandbox.fault({ action: { type: 'status', status: 404, body: answered } });
		const { items, errorItems } = await world.run(resource, operation, { returnAll: true });
		expect([items, errorItems.length]).toEqual([[], 1]);
		expect(errorItems[0].json.details).toMatchObject({ reason: 'unreachable' });
	}
});

test.each([
	['link', 'create', { url, ifUrlExists: 'reuse' }],
	['qrCode', 'createMany', { name: 'Poster', url }],
])(
	'the operation %s.%s sends no write request if the list endpoint returns 404',
	async (resource, operation, parameters) => {
		await world.sandbox.fault({ method: 'GET', action: withStatus(404) });
		await world.forget();
		const { items } = await world.run(resource, operation, parameters);
		expect(items).toEqual([]);
		expect(await written(world)).toEqual([]);
	},
);

test("a record that has its own fields such as `error` and `code` isn't mistaken for a failure", async () => {
	const record = { id: 1, status: 'error', code: 404, errors: 3, maintenance: true, ok: false };
	await world.respond('/api/url/1', record);
	expect(await world.first('link', 'get', { linkId, output: 'raw' })).toEqual(record);
});

test.each(table<[string, string[]]>`
	"{\"urls\":[],\"message\":\"Links retrieved successfully\"}" | []
	"{\"items\":[],\"message\":\"Not for you\"}" | ["Link Platform returned no list: Not for you"]
	"{\"error\":0,\"data\":null}" | []
	"{\"error\":0}" | ["Link Platform returned no list: {\"error\":0}"]
	"{\"errors\":[{\"message\":\"No.\"}],\"maxpage\":1}" | ["Link Platform returned no list: No."]
	"[\"Busy\"]" | ["Link Platform returned no list: [\"Busy\"]"]
	"[{\"message\":\"Busy\"}]" | ["Link Platform returned no list: [{\"message\":\"Busy\"}]"]
`)('the list response %s results in no items and the errors %j', async (json, errors) => {
	await world.fault('/api/urls', { type: 'wrongJson', body: json });
	const { items, errorItems } = await world.run('link', 'getAll', { returnAll: true });
	expect([items, errorItems.map((item) => item.json.error)]).toEqual([[], errors]);
});

test("a download fails with the message in the response if the response isn't a file", async () => {
	const action = withJson({ error: 0, message: 'No images in your plan.' });
	await world.fault('/api/qr/:id/download', action);
	const failure = await fail('qrCode', 'download', { qrCodeId: byId(1) });
	expect(failure.error).toBe('Link Platform returned no file: No images in your plan.');
});

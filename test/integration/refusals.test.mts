/** Each form in which Link Platform may refuse under HTTP 200, at each kind of call: never a record, never a success. */
import type { IDataObject } from 'n8n-workflow';
import { settingsSchema } from '../../packages/sandbox/settings.mts';
import { getJson } from '../support/sent.mts';
import { useTriggerWorld } from '../support/trigger.mts';
import { byId } from '../support/world.mts';

const world = useTriggerWorld();

const url = 'https://example.com/a';
const linkId = byId(1);
const node = 'linkPlatformPollingTrigger';
const MAY_BE_DONE = 'The request may still have gone through';

/** What an operation's failure says, or that it was none. */
async function fail(...[resource, operation, parameters]: [string, string, object]) {
	const { items, errorItems } = await world.run(resource, operation, { ...parameters });
	if (items.length > 0 || errorItems.length !== 1) return { came: getJson(items) };
	const { error, message } = errorItems[0].json;
	return { error, mayBeDone: (message as string).includes(MAY_BE_DONE) };
}

/** The first poll of a workflow that was just published. */
async function poll() {
	const workflow = world.host.createPolled({ node, parameters: { event: 'link.clicked' } });
	const failure = await workflow.activate().then(
		() => undefined,
		(thrown: Error) => thrown.message,
	);
	return failure === undefined ? { came: workflow.staticData } : { error: failure };
}

/** A status of 401 or 403 shows that there is an API. */
const ASKS_FOR_KEY = ['statusNumber', 'code'];

async function checkSetup() {
	const { items, errorItems } = await world.run('account', 'checkSetup');
	const apart = [
		'Address of n8n',
		'Rate Limit',
		...(ASKS_FOR_KEY.includes(refusal) ? ['API URL'] : []),
	];
	const fine = items.filter(
		({ json: { check, ok } }) => ok === true && !apart.includes(check as string),
	);
	return fine.length > 0 || errorItems.length > 0
		? { came: getJson(fine) }
		: { error: items.find(({ json }) => json.ok !== true)?.json.found };
}

/** What the hourly check of a published trigger does. */
async function check() {
	const publication = await world.publish();
	await world.sandbox.change({ refusesAs: refusal });
	await world.sandbox.forget();
	await world.check(publication);
	const requests = await world.sandbox.requests();
	return requests.every(({ method }) => method === 'GET') ? { error: '' } : { came: requests };
}

let refusal: NonNullable<Parameters<typeof world.sandbox.change>[0]['refusesAs']>;

const CALLS = {
	read: async () => await fail('link', 'get', { linkId }),
	create: async () => await fail('link', 'create', { url }),
	update: async () => await fail('link', 'update', { linkId, updateFields: { url } }),
	delete: async () => await fail('link', 'delete', { linkId }),
	list: async () => await fail('link', 'getAll', { returnAll: true }),
	skipExisting: async () => await fail('qrCode', 'createMany', { name: 'A', url }),
	firstPoll: poll,
	checkSetup,
};

type Outcome = { came?: unknown; error?: unknown; mayBeDone?: boolean };

const forms = settingsSchema.shape.refusesAs.unwrap().options.filter((form) => form !== 'none');

describe.each(forms)('a refusal in the form "%s"', (form) => {
	const outcomes: Record<string, Outcome> = {};
	beforeAll(async () => {
		refusal = form;
		await world.restore();
		outcomes.hourlyCheck = await check();
		await world.sandbox.forget();
		// Some forms are repeated, so all are asked at once.
		const made = Object.entries(CALLS).map(async ([call, make]) => {
			outcomes[call] = await make();
		});
		await Promise.all(made);
		await world.sandbox.change({ refusesAs: 'none' });
	}, 30_000);

	test.each([...Object.keys(CALLS), 'hourlyCheck'])('is a failure of %s', (call) => {
		expect(outcomes[call]).toEqual({
			error: expect.any(String) as string,
			...('mayBeDone' in outcomes[call] && { mayBeDone: expect.any(Boolean) as boolean }),
		});
	});

	test('is told in the words of Link Platform, where it has some', () => {
		const said = { statusNumber: /key rejected/i, nothing: /^Link Platform (returned|didn't)/ };
		const silent = { ...said, statusCode: /unavailable/, maintenance: /unavailable/ };
		const words = (silent as IDataObject)[form] ?? /This account is suspended\./;
		for (const call of ['read', 'create', 'update', 'delete', 'list', 'firstPoll', 'checkSetup']) {
			expect([call, outcomes[call].error]).toEqual([call, expect.stringMatching(words as RegExp)]);
		}
	});

	test.each(['create', 'update', 'delete'])('leaves open whether a %s was done', (call) => {
		expect(outcomes[call].mayBeDone).toBe(true);
		expect(outcomes.read.mayBeDone).toBe(false);
	});
});

test('a record may have fields that are called like those of an envelope', async () => {
	const record = { id: 1, status: 'error', code: 404, errors: 3, maintenance: true, ok: false };
	await world.respond('/api/url/1', record);
	const { items } = await world.run('link', 'get', { linkId, output: 'raw' });
	expect(getJson(items)).toEqual([record]);
});

test.each([
	['{"error":0,"items":[],"message":"No items"}', []],
	['{"error":0,"data":null}', []],
	['{"result":0,"data":null}', []],
	['[]', []],
	['{"data":null}', ['Link Platform returned no list']],
	['{"error":0}', ['Link Platform returned no list']],
	['{"errors":[{"message":"No."}],"maxpage":1}', ['No.']],
])('a list answered with %s is empty, or fails: %j', async (body, errors) => {
	await world.fault('/api/urls', { type: 'wrongJson', body });
	const { items, errorItems } = await world.run('link', 'getAll', { returnAll: true });
	expect([items, errorItems.map(({ json }) => json.error)]).toEqual([[], errors]);
});

test.each(['[]', '{"data":[]}', '{"data":null}', '{"warnings":[]}'])(
	'an update answered with %s may not have been done',
	async (body) => {
		await world.fault('/api/url/1/update', { type: 'wrongJson', body });
		expect(await fail('link', 'update', { linkId, updateFields: { url } })).toEqual({
			error: "Link Platform didn't say whether this was done",
			mayBeDone: true,
		});
	},
);

import { getResources } from '../../../tools/built.mts';
import { readFileSync } from 'node:fs';
import { toSelfTestFile } from '../../../tools/docs/selfTest.mts';
import { toText } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';
import { isAction, readExample, runSelfTest } from '../../../tools/docs/runSelfTest.mts';

const world = useWorld();

const lists = {
	links: '/api/urls?limit=100',
	qrCodes: '/api/qrs?limit=100',
	bioPages: '/api/bios?limit=100',
	campaigns: '/api/campaigns?limit=100',
	channels: '/v3/api/channels?limit=100',
	pixels: '/v3/api/pixels?limit=100',
	files: '/v3/api/files?limit=100',
	domains: '/api/domains',
	legacyDomains: '/v3/api/domains?limit=100',
	webhooks: '/api/webhooks',
	apiKeys: '/api/account/apikeys',
	account: '/api/account',
	legacyAccount: '/v3/api/account',
	usage: '/api/account/stats',
};

interface Named {
	name: string;
}
/** The contents of an account, with types for the fields that the tests read. */
type Inventory = Record<keyof typeof lists, unknown> & {
	files: { list: Named[] };
	apiKeys: { keys: Named[] };
};

/** Reads the contents of the account, without the times at which API keys were last used. */
async function inventory() {
	const entries = Object.entries(lists).map(async ([name, path]) => {
		const { data, ...rest } = await world.call<{ data?: unknown }>(path);
		const text = JSON.stringify(data ?? rest);
		return [name, JSON.parse(text.replace(/"lastUsed":"[^"]*"/g, '"lastUsed":"…"'))] as const;
	});
	return Object.fromEntries(await Promise.all(entries)) as Inventory;
}

it('the self-test runs every operation of the action nodes', () => {
	const resources = getResources();
	const all = resources.flatMap(({ value, operations }) =>
		Object.keys(operations).map((operation) => `${value}.${operation}`),
	);
	const present = readExample('self-test')
		.nodes.filter(isAction)
		.map(({ parameters }) => `${toText(parameters.resource)}.${toText(parameters.operation)}`);
	expect([...new Set(present)].sort()).toEqual(all.sort());
});

it('the self-test matches the output of tools/docs/selfTest.mts, passes, and leaves the account unchanged', async () => {
	const before = await inventory();
	await world.forget();
	const run = await runSelfTest(world, { withDisabled: false });
	const requests = await world.requests();
	expect(run.error?.message).toBeUndefined();
	expect(run.status).toBe('success');
	expect(requests.filter(({ status }) => Number(status) >= 400)).toEqual([]);
	expect(Object.keys(run.nodes).slice(0, 2)).toEqual(['Start', 'Account: Check Setup']);
	const enabled = readExample('self-test').nodes.filter((one) => isAction(one) && !one.disabled);
	expect(run.nodes.Report[0].items).toMatchObject([
		{ json: { passed: enabled.length, failed: 0, failures: [], setup: [] } },
	]);
	expect(readFileSync('examples/self-test.json', 'utf8')).toBe(toSelfTestFile(requests.length));
	expect(await inventory()).toEqual(before);
});

it('the self-test with all nodes enabled runs every node once, and leaves only the changes that its notes announce', async () => {
	const before = await inventory();
	const run = await runSelfTest(world, { withDisabled: true });
	expect(run.error?.message).toBeUndefined();
	expect(run.status).toBe('success');
	const names = readExample('self-test')
		.nodes.filter(isAction)
		.map(({ name }) => name);
	expect(Object.keys(run.nodes).sort()).toEqual(
		['Start', ...names, 'Report', 'Any Failed?'].sort(),
	);
	expect(Object.values(run.nodes).map((runs) => runs.length)).toEqual(
		Object.keys(run.nodes).map(() => 1),
	);
	expect(run.nodes['QR Code: Create Many'][0].items).toHaveLength(2);

	const { files, apiKeys, ...after } = await inventory();
	const { files: filesBefore, apiKeys: keysBefore, ...rest } = before;
	expect(after).toEqual(rest);
	expect(files.list.slice(0, -1)).toEqual(filesBefore.list);
	expect(files.list.at(-1)!.name).toBe(`self-test-${run.executionId}-file`);
	expect(apiKeys.keys.slice(0, -1)).toEqual(keysBefore.keys);
	expect(apiKeys.keys.at(-1)!.name).toBe(`self-test-${run.executionId}-key`);
});

it('the self-test reports which operations failed and why, runs the others, and leaves the account unchanged', async () => {
	const before = await inventory();
	const action = { type: 'status', status: 404 };
	const fault = { method: 'PUT', path: '/api/bio/:id/domain', times: 1, action };
	await world.sandbox.fault(fault);
	const run = await runSelfTest(world, { withDisabled: false });
	expect(run.status).toBe('error');
	expect(run.error?.message).toMatch(
		/^2 of \d+ operations failed: Bio Page: Set Domain \(.+\), Bio Page: Verify Domain \(.+\)$/,
	);
	const [{ json }] = run.nodes.Report[0].items;
	expect(json).toMatchObject({
		failed: 2,
		failures: [
			{ operation: 'Bio Page: Set Domain', reason: 'Fault on demand: 404' },
			{ operation: 'Bio Page: Verify Domain' },
		],
	});
	expect(await inventory()).toEqual(before);
});

/** The table "What a workflow should survive" of tools/sandbox/README.md, row by row as it stands there. */
import { readFileSync } from 'node:fs';
import type { SettingsPatch } from '../../tools/sandbox/settings.mts';
import { until } from '../../tools/until.mts';
import { type World, byId, openWorld, useOpenedFor } from '../support/world.mts';
import { ROW_URL, rows } from './scenarios.mts';

const [, table] = readFileSync('tools/sandbox/README.md', 'utf8').split(/^\| rehearse .*\n.*\n/m);
/** How to bring each of them about, by its name. */
const listed = new Map(
	table
		.slice(0, table.indexOf('\n\n'))
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.map(([, name, how]) => [name, how]),
);

type Run = (
	resource: string,
	operation: string,
	parameters?: object,
	count?: number,
	pace?: { maxWait?: number; timeout?: number },
) => ReturnType<World['run']>;

interface Stage {
	run: Run;
	create: (count: number, pace?: Parameters<Run>[4]) => ReturnType<World['run']>;
	sandbox: World['sandbox'];
	engine: World['engine'];
	credential: World['credential'];
}

const checks: Record<string, (stage: Stage) => Promise<void>> = {
	"a minute's limit, in seconds": async ({ create, sandbox }) => {
		expect((await create(7)).items).toHaveLength(7);
		for (const { refused } of await sandbox.windows()) expect(refused).toBeLessThanOrEqual(1);
	},
	'a limit without any header': async ({ create }) => {
		expect((await create(7)).items).toHaveLength(7);
	},
	'a limit of one endpoint': async ({ create, run }) => {
		expect((await create(8, { maxWait: 0 })).items).toHaveLength(5);
		expect((await run('link', 'get', { linkId: byId(1) })).items).toHaveLength(1);
	},
	'a limit that takes too long': async ({ create }) => {
		const { items, errorItems } = await create(3, { maxWait: 5 });
		expect(items).toHaveLength(1);
		expect(errorItems[0].json.error).toContain('with 1 of 3 items done');
	},
	'clocks that differ': async ({ create }) => {
		expect((await create(7)).items).toHaveLength(7);
	},
	'responses that get lost': async ({ create, sandbox }) => {
		const { items, errorItems } = await create(5);
		expect([items.length, errorItems.length]).toEqual([2, 3]);
		expect(await sandbox.all('/api/urls', 'urls')).toHaveLength(4 + 5);
	},
	'Link Platform down for a while': async ({ run }) => {
		expect((await run('link', 'get', { linkId: byId(1) })).items).toHaveLength(1);
	},
	'a login page in between': async ({ create }) => {
		const { errorItems } = await create(2);
		expect(errorItems).toHaveLength(2);
		expect(errorItems[0].json.message).toContain("Check 'API URL' in the credential");
	},
	'a server that hangs': async ({ create }) => {
		expect((await create(2, { timeout: 2 })).errorItems).toHaveLength(2);
	},
	'a batch with bad rows': async ({ run }) => {
		const name = '={{ $json.n % 10 ? "good" : "bad" }} {{ $json.n }}';
		const { items, errorItems } = await run(
			'qrCode',
			'createMany',
			{ name, url: ROW_URL, downloadImage: false },
			30,
		);
		expect([items.length, errorItems.length]).toEqual([27, 3]);
	},
	'a deactivated webhook': async ({ engine, sandbox, credential }) => {
		const host = await engine.startTriggerHost();
		try {
			const publication = await host.publish({ parameters: { events: ['link.clicked'] } });
			const active = async () => (await sandbox.webhooks()).map((webhook) => webhook.active);
			host.credentials = {
				linkPlatformApi: { ...credential, webhookSecret: 'of somebody else' },
			};
			await sandbox.visit('/launch');
			await until('the service to give up', async () => (await active())[0] === false);
			host.credentials = {};
			publication.tick();
			await until('another webhook', async () => (await active()).includes(true));
			await until('the failed execution', () => host.executions.length > 0);
			expect(host.executions[0].error?.message).toContain('was renewed');
			await publication.unpublish();
		} finally {
			await host.close();
		}
	},
	'a list that never ends': async ({ run }) => {
		expect((await run('link', 'getAll', { returnAll: true })).items).toHaveLength(4);
	},
};

test('each row of the table is tried', () => {
	expect([...listed.keys()]).toEqual(Object.keys(checks));
});

test.concurrent.each(Object.entries(checks))(
	'%s: survived as the table says',
	useOpenedFor(openWorld)(async (world, name, check) => {
		const { sandbox, engine, credential } = world;
		const how = listed.get(name)!;
		// The codes in it are JavaScript, as people would paste them into JSON.
		const [, code] = /`(\{.*?\})`/.exec(how)!;
		const json = JSON.parse(code.replace(/(\w+):/g, '"$1":').replaceAll("'", '"')) as object;
		const credentials = { linkPlatformApi: await sandbox.freshCredential() };
		await (how.includes('fault') ? sandbox.fault(json) : sandbox.change(json as SettingsPatch));
		const run: Run = async (resource, operation, parameters, count = 1, pace = {}) => {
			const more = { items: rows(count), credentials, pace };
			return await world.run(resource, operation, { ...parameters }, more);
		};
		const create: Stage['create'] = async (count, pace) =>
			await run('link', 'create', { url: ROW_URL }, count, pace);
		await check({ run, create, sandbox, engine, credential });
	}),
);

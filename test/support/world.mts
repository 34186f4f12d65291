/** The world of a test: the built package in n8n-core's engine, and its own sandbox over HTTP. */
import type * as Delay from '../../nodes/LinkPlatform/api/delay.ts';
import { getBuiltModule, getNodeOf } from '../../tools/built.mts';
import {
	type CredentialData,
	type EngineOptions,
	type RunNodeOptions,
	openEngine,
} from '../../packages/n8n-harness/index.mts';
import { type Client, createClient } from '../../packages/sandbox/client.mts';
import { startSandbox } from '../../packages/sandbox/server.mts';
import { unlistedIn } from './listed.mts';
import { getFailure, getRecord } from './sent.mts';
import { watchRoutes } from './watchRoutes.mts';

export type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * Starts a sandbox and an engine whose credential points at the sandbox. The world has all methods of the sandbox's
 * client; only `fault` differs, because it takes the path as its first argument. Close the world after the tests.
 */
export async function openWorld(options: Omit<EngineOptions, 'credentials'> = {}) {
	const running = await startSandbox();
	const sandbox = { ...running, ...createClient(running) };
	const credentials = { linkPlatformApi: sandbox.credential };
	const engine = await openEngine({ ...options, credentials }).catch(async (reason) => {
		await sandbox.close();
		throw reason;
	});
	getBuiltModule<typeof Delay>('nodes/LinkPlatform/api/delay').delays.factor = 1 / 50;
	const watch = watchRoutes(sandbox.counts);
	/**
	 * Runs an operation of the action node; failed items go to the error output by default, and their texts must be in
	 * a messages.ts. Requests must be among the operation's routes. `pace` overrides fields of the credential.
	 */
	const run = async (
		resource: string,
		operation: string,
		parameters: Record<string, unknown> = {},
		{ pace, ...more }: Partial<RunNodeOptions> & { pace?: object } = {},
	) => {
		const given: CredentialData = more.credentials ?? credentials;
		const options: RunNodeOptions = {
			node: getNodeOf(resource),
			parameters: { resource, operation, ...parameters },
			onError: 'continueErrorOutput',
			...more,
			credentials: { ...given, linkPlatformApi: { ...given.linkPlatformApi, ...pace } },
		};
		const work = () => engine.runNode(options);
		const result = await watch(`${resource}.${operation}`, work);
		// Nobody sees the items of an execution that was canceled.
		const unlisted = result.status === 'canceled' ? [] : unlistedIn(result.errorItems);
		if (unlisted.length === 0) return result;
		throw new Error(`no messages.ts has: ${unlisted.join(' | ')}`);
	};
	/** Runs an operation that fails. Returns its first failed item. */
	const fail = async (...given: Parameters<typeof run>) => getFailure(await run(...given));
	/** Runs an operation that returns one item. Returns its record. */
	const first = async (...given: Parameters<typeof run>) => getRecord(await run(...given));
	const close = async () => {
		await engine.close();
		await sandbox.close();
	};
	return { ...sandbox, sandbox, engine, run, first, fail, close, ...controlsOf(sandbox) };
}

function controlsOf(sandbox: Client) {
	/** Makes requests to a path fail with this action; `more` limits the fault to some of the requests. */
	const fault = (path: string, action: object, more: object = {}) =>
		sandbox.fault({ path, action, ...more });
	return {
		fault,
		/** Replaces the `data` in the responses of a path. */
		respond: (path: string, data: unknown, more: object = {}) =>
			fault(path, { type: 'wrongJson', body: JSON.stringify({ error: 0, data }) }, more),
		expectNoRequest: async () => expect(await sandbox.requests()).toEqual([]),
		restore: () => sandbox.reset(),
	};
}

type Shared = Pick<World, 'restore' | 'close'>;

/** Opens a test environment for all tests of a file or group, and restores the environment before each test. */
export function useOpened<Opened extends Shared>(open: () => Promise<Opened>) {
	const opened = {} as Opened;
	beforeAll(async () => void Object.assign(opened, await open()));
	beforeEach(() => opened.restore());
	afterAll(() => opened.close());
	return opened;
}

export const useWorld = (options?: Parameters<typeof openWorld>[0]) =>
	useOpened(() => openWorld(options));

/**
 * Does the same as `useOpened` for concurrent tests: each test has an environment to itself, opened when needed.
 * Returns a function that turns a function of an environment and a test's row into a test.
 */
export function useOpenedFor<Opened extends Shared>(open: () => Promise<Opened>) {
	const all: Opened[] = [];
	const free: Opened[] = [];
	afterAll(async () => {
		for (const opened of all) await opened.close();
	});
	const take = async () => {
		const opened = await open();
		all.push(opened);
		return opened;
	};
	return <Row extends unknown[]>(test: (opened: Opened, ...row: Row) => Promise<void>) =>
		async (...row: Row) => {
			const opened = free.pop() ?? (await take());
			await opened.restore();
			try {
				await test(opened, ...row);
			} finally {
				free.push(opened);
			}
		};
}

/** Returns a resource locator as the editor stores it. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
export const byUrl = (value: string) => ({ __rl: true, mode: 'url', value });

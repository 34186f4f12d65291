/** What a process of n8n spends its CPU time on: V8's own profile, over Node's inspector. */

export interface CpuProfile {
	nodes: Array<{
		id: number;
		callFrame: { functionName: string; url: string; lineNumber: number };
		children?: number[];
	}>;
	samples: number[];
	/** In microseconds. */
	timeDeltas: number[];
}

export interface Summary {
	/** In ms: how long the main thread was busy, and for how long it was looked at. */
	busy: number;
	total: number;
	/** In ms of the main thread, the largest first: by the package whose code ran, … */
	packages: Array<[name: string, ms: number]>;
	/** … and by the function. */
	functions: Array<[name: string, ms: number]>;
}

/** What lets a process be profiled, as one of its settings. */
export const PROFILED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** Profiles a process while something happens. `log` is what it has printed, where its inspector listens included. */
export async function profile(log: string, meanwhile: () => Promise<unknown>): Promise<CpuProfile> {
	const address = await findInspector(log);
	const socket = new WebSocket(address);
	const answers = new Map<number, (result: { profile: CpuProfile }) => void>();
	socket.addEventListener('message', ({ data }) => {
		const { id, result } = JSON.parse(String(data)) as {
			id?: number;
			result: { profile: CpuProfile };
		};
		if (id !== undefined) answers.get(id)?.(result);
	});
	await new Promise((done, fail) => {
		socket.addEventListener('open', done, { once: true });
		socket.addEventListener('error', () => fail(new Error(`No inspector at ${address}`)));
	});
	const ask = async (method: string, params = {}) => {
		const id = answers.size + 1;
		const answer = new Promise<{ profile: CpuProfile }>((done) => answers.set(id, done));
		socket.send(JSON.stringify({ id, method, params }));
		return await answer;
	};
	await ask('Profiler.enable');
	await ask('Profiler.setSamplingInterval', { interval: 500 });
	await ask('Profiler.start');
	await meanwhile();
	const { profile: taken } = await ask('Profiler.stop');
	socket.close();
	return taken;
}

/** Everything that starts with those settings listens: the group leader first, then n8n. */
async function findInspector(log: string): Promise<string> {
	for (const [, host] of log.matchAll(/Debugger listening on ws:\/\/([^/]+)/g)) {
		const response = await fetch(`http://${host}/json/list`);
		const [{ url, webSocketDebuggerUrl }] = (await response.json()) as Array<
			Record<string, string>
		>;
		if (url.endsWith('/bin/n8n')) return webSocketDebuggerUrl;
	}
	throw new Error('n8n listens for no inspector');
}

const IDLE = '(idle)';

/** Time in V8 itself and in native code counts for the function that called it. */
export function summarize({ nodes, samples, timeDeltas }: CpuProfile): Summary {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])));
	/** The nearest function of a file, itself included. */
	const getOwner = (id: number | undefined): number | undefined =>
		id === undefined || byId.get(id)!.callFrame.url !== '' ? id : getOwner(parents.get(id));
	const packages = new Map<string, number>();
	const functions = new Map<string, number>();
	let busy = 0;
	let total = 0;
	for (const [index, id] of samples.entries()) {
		const ms = timeDeltas[index] / 1000;
		total += ms;
		const { functionName, url } = byId.get(id)!.callFrame;
		if (functionName === IDLE) continue;
		busy += ms;
		const owner = byId.get(getOwner(id) ?? -1)?.callFrame;
		const name = owner ? getPackage(owner.url) : functionName;
		const native = owner && url === '' ? `${functionName} for ` : '';
		const place = owner
			? `${native}${owner.functionName || 'anonymous'}, ${getFile(owner.url)}`
			: functionName;
		packages.set(name, (packages.get(name) ?? 0) + ms);
		functions.set(place, (functions.get(place) ?? 0) + ms);
	}
	return { busy, total, packages: sort(packages), functions: sort(functions) };
}

const sort = (times: Map<string, number>): Array<[string, number]> =>
	[...times].sort(([, one], [, other]) => other - one);

/** The package that a file belongs to, `Node` for its own. */
function getPackage(url: string): string {
	if (url.startsWith('node:')) return 'Node';
	const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
	return name ?? url;
}

function getFile(url: string): string {
	const [, file] = /.*\/node_modules\/(.*)/.exec(url) ?? [];
	return file ?? url;
}

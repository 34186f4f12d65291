import { sum } from '../../../tools/bench/figures.mts';
import { getName, readThreads, readUsage } from '../../../tools/bench/n8n/processes.mts';
import { startProcessGroup } from '../../../tools/process/processGroup.mts';

const leader = ['/usr/bin/node', '--no-warnings', '/package/tools/process/groupLeader.mts'];
const n8n = ['SIGTERM', '/usr/bin/node', '/package/.n8n/install/node_modules/n8n/bin/n8n'];

it.each([
	['main', [...leader, ...n8n, 'start']],
	['webhook processor', [...leader, ...n8n, 'webhook']],
	['worker', [...leader, ...n8n, 'worker']],
	[
		'PostgreSQL',
		[...leader, 'SIGINT', 'setpriv', '--', '/usr/lib/postgresql/15/bin/postgres', '-D', '/data'],
	],
	['Redis', [...leader, 'SIGTERM', '/usr/bin/redis-server', '--port', '1']],
	['Caddy', [...leader, 'SIGTERM', '/usr/bin/caddy', 'run']],
	[undefined, [...leader, 'SIGTERM', '/usr/bin/sleep', '1']],
	[undefined, ['/usr/bin/node', 'n8n/bin/n8n', 'start']],
])('names %s by the command line of its group leader', (name, words) => {
	expect(getName(words)).toBe(name);
});

it("counts a command's CPU time with that of its children, also of those that have ended", async () => {
	const busy = 'while (process.cpuUsage().user < 500000);';
	const code = `require('child_process').execFileSync(process.execPath, ['-e', '${busy}']); console.log('done'); setTimeout(() => {}, 60000)`;
	const group = startProcessGroup(process.execPath, ['-e', code]);
	await group.untilPrinted('done');
	const { cpu, memory } = readUsage(group.pid!);
	await group.kill();
	expect(cpu).toBeGreaterThanOrEqual(490);
	expect(memory).toBeGreaterThan(20);
});

it("counts a command's threads by what they do", async () => {
	const worker =
		"while (performance.now() < 400); require('worker_threads').parentPort.on('message', () => {}).postMessage(0);";
	const code = `new (require('worker_threads').Worker)(${JSON.stringify(worker)}, { eval: true }).on('message', () => console.log('done'))`;
	const group = startProcessGroup(process.execPath, ['-e', code]);
	await group.untilPrinted('done');
	const threads = readThreads(group.pid!);
	const { cpu } = readUsage(group.pid!);
	await group.kill();
	expect(threads['worker threads']).toBeGreaterThan(threads['main thread']);
	expect(threads['main thread']).toBeGreaterThan(0);
	// Each is rounded down to a hundredth of a second.
	const all = sum(Object.values(threads));
	expect(Math.abs(all - cpu)).toBeLessThanOrEqual(200);
});

it('gives zeros for a command that has ended', async () => {
	const group = startProcessGroup(process.execPath, ['-e', '']);
	await group.ended;
	expect(readUsage(group.pid!)).toEqual({ cpu: 0, memory: 0 });
	expect(readThreads(group.pid!)).toEqual({});
});

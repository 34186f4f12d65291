/** Times without an offset are UTC, wherever n8n runs. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

test.concurrent.each([
	['Asia/Tokyo', 9],
	['Europe/Berlin', 1],
	['America/Los_Angeles', 16],
])('in %s, Max Age and waits take a time without an offset as UTC', async (zone, hour) => {
	const env = { ...process.env, TZ: zone };
	const script = 'test/integration/trigger/inTimeZone.mts';
	const { stdout } = await run(process.execPath, [script], { env });
	const received = { received: true };
	const ignored = { ...received, ignored: 'age' };
	expect(JSON.parse(stdout)).toEqual({
		...{ zone, hour },
		old: [ignored, ignored],
		fresh: [received, received],
	});
});

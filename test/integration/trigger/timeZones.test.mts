/** Times without an offset are UTC, wherever n8n runs. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const ZONES = { 'Asia/Tokyo': 9, 'Europe/Berlin': 1, 'America/Los_Angeles': 16 };

test('Max Age and waits take a time without an offset as UTC, in any time zone', async () => {
	const script = ['test/integration/trigger/inTimeZone.mts', ...Object.keys(ZONES)];
	const { stdout } = await promisify(execFile)(process.execPath, script);
	const received = { received: true };
	const ignored = { ...received, ignored: 'age' };
	expect(JSON.parse(stdout)).toEqual(
		Object.entries(ZONES).map(([zone, hour]) => ({
			...{ zone, hour },
			old: [ignored, ignored],
			fresh: [received, received],
		})),
	);
});

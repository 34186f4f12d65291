/** Tests a value from n8n's default expression engine, an isolate. Other tests use the engine that starts faster. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

test("a date object from an expression in n8n's default engine is sent as an ISO date", async () => {
	// The test starts a process, because n8n doesn't recognize such an object in jest's own realm.
	const script = 'test/integration/operations/vmDate.mts';
	const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script]);
	expect(JSON.parse(stdout)).toEqual({
		url: 'https://example.com',
		expiry: '2031-02-03T04:05:06Z',
	});
});

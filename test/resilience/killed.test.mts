/** A worker that dies in the middle of a run, e.g. because it runs out of memory, and a restart of the run. */
import { setTimeout as pause } from 'node:timers/promises';
import { runAlone } from '../../tools/bench/runAlone.mts';
import { startService } from '../../tools/bench/service.mts';

const ROWS = 80;

test('qrCode.createMany creates only one QR code per row if n8n is killed and the run is restarted', async () => {
	const service = await startService();
	try {
		const parameters = {
			resource: 'qrCode',
			operation: 'createMany',
			name: '={{ $json.name }}',
			url: '=https://example.com/{{ $json.n }}',
			downloadImage: false,
			additionalFields: { batchSize: 4 },
		};
		const credentials = await service.prepare({});
		// Only half of the requests are processed before the worker dies.
		const never = { type: 'delay', ms: 600_000 };
		await service.fault({ path: '/api/qr/bulk', action: never, after: ROWS / 4 / 2 });
		const run = { node: 'linkPlatform', parameters, credentials, items: ROWS, warmUp: 0 };
		const readNames = async () =>
			(await service.all('/api/qrs', 'qrs'))
				.map(({ name }) => String(name))
				.filter((name) => name.startsWith('SKU-'));

		const crash = new AbortController();
		const killed = runAlone(run, crash.signal);
		while ((await readNames()).length < ROWS / 2) await pause(20);
		crash.abort();
		expect(await killed).toBeUndefined();
		expect(await readNames()).toHaveLength(ROWS / 2);
		await service.clearFaults();

		const again = await runAlone(run);
		expect(again?.done).toBe(ROWS);
		const names = await readNames();
		expect(names).toHaveLength(ROWS);
		expect(new Set(names).size).toBe(ROWS);
	} finally {
		await service.stop();
	}
});

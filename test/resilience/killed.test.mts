/** A worker that dies in the middle of a run, as for lack of memory, and the run started again. */
import { killAndRepeat } from '../../tools/bench/bulk.mts';
import { startService } from '../../tools/bench/service.mts';

test('rows of a run that is killed and started again with Skip Existing have one QR code each', async () => {
	const service = await startService();
	try {
		const prepare = async () => await service.prepare({ latencyMs: 100 });
		const counts = await killAndRepeat({ ...service, prepare }, 200, 0.25, false);
		expect(counts).toMatchObject({ wasKilled: true, done: 200, distinct: 200, twice: 0 });
		expect(counts.atCrash).toBeGreaterThan(0);
		expect(counts.atCrash).toBeLessThan(200);
	} finally {
		await service.stop();
	}
}, 90_000);

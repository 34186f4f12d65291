/** Scans are remembered for the clicks that belong to them. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { claimForScan, rememberScan } from '../../nodes/LinkPlatform/trigger/scans.ts';

const START = Date.parse('2026-03-01T09:00:00Z');
const visit = (deliveryId: string, linkId: unknown, seconds = 0) => ({
	deliveryId,
	timestamp: new Date(START + seconds * 1000).toISOString(),
	data: { linkId, country: 'DE' } as never,
});

test('a repeated scan matches one click', () => {
	for (const now of [START, START + 1000]) rememberScan('trigger', visit('scan', 1), now);
	expect(claimForScan('trigger', visit('click', 1))).toBe(true);
	expect(claimForScan('trigger', visit('other click', 1))).toBe(false);
});

const noIds: unknown[] = [undefined, null, '', {}, { toString: 1, valueOf: 1 }];
test.each(noIds.map((linkId) => ({ linkId })))('a visit with %j matches nothing', (data) => {
	rememberScan('trigger', visit('scan', data.linkId), START);
	expect(claimForScan('trigger', visit('click', data.linkId))).toBe(false);
});

test('scans are forgotten, so that memory does not grow', () => {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	const see = (from: number, to: number) => {
		for (let at = from; at < to; at++) {
			rememberScan('busy', visit(`scan ${at}`, at, at), START + at * 1000);
		}
	};
	see(200, 10_000);
	collect();
	const before = process.memoryUsage().heapUsed;
	see(10_000, 60_000);
	collect();
	expect((process.memoryUsage().heapUsed - before) / 50_000).toBeLessThan(40);
});

/**
 * Downloads a large file through the node and prints, as a line of JSON, by how much this process (the
 * node in n8n-core's engine) grew. A program of its own: jest's own memory would blur it.
 */
import { openEngine } from '../../tools/n8n-engine/index.mts';
import { createClient } from '../../tools/sandbox/client.mts';
import { startSandboxProcess } from '../../tools/process/sandboxProcess.mts';

const MB = 1024 * 1024;
const bytes = Number(process.argv[2] ?? 300) * MB;

const sandbox = await startSandboxProcess();
const { credential, fault } = createClient(sandbox);
const engine = await openEngine({ credentials: { linkPlatformApi: credential } });

const download = async () =>
	await engine.runNode({
		node: 'linkPlatform',
		parameters: {
			resource: 'qrCode',
			operation: 'download',
			qrCodeId: { __rl: true, mode: 'id', value: 1 },
			format: 'png',
		},
	});
await download();
const action = { type: 'large', bytes, contentType: 'image/png' };
await fault({ path: '/api/qr/*', action });
globalThis.gc?.();
const before = process.memoryUsage.rss();
let peak = before;
const clock = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
const started = performance.now();
const { items, error } = await download();
const seconds = (performance.now() - started) / 1000;
clearInterval(clock);
if (!items[0]) throw error ?? new Error('Nothing was downloaded');
const growth = Math.round((peak - before) / MB);
const isWhole = items[0].binary?.data.bytes === bytes;
process.stdout.write(`${JSON.stringify({ megabytes: bytes / MB, seconds, isWhole, growth })}\n`);
await engine.close();
await sandbox.process.stop();

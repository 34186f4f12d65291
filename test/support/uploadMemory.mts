/**
 * Uploads a large file through the node and prints, as a line of JSON, by how much this process (the
 * node in n8n-core's engine) and the sandbox grew. A program of its own: jest's own memory would blur it.
 */
import { openEngine } from '../../tools/n8n-engine/index.mts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
// After the engine, which prepares the environment that n8n-core reads.
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';
import { Container } from '../../tools/n8n-engine/container.mts';
import { createClient } from '../../tools/sandbox/client.mts';
import { startSandboxProcess } from '../../tools/process/sandboxProcess.mts';
import { toText } from './sent.mts';

const MB = 1024 * 1024;
const size = Number(process.argv[2] ?? 300) * MB;

const sandbox = await startSandboxProcess();
const { credential } = createClient(sandbox);
const engine = await openEngine({ credentials: { linkPlatformApi: credential } });

const hash = createHash('sha256');
const small = await stored(1 * MB);
await upload(small, 'small');
const large = await stored(size, hash);
globalThis.gc?.();
const before = { node: process.memoryUsage.rss(), sandbox: sandboxRss() };
const peak = { ...before };
const clock = setInterval(() => {
	peak.node = Math.max(peak.node, process.memoryUsage.rss());
	peak.sandbox = Math.max(peak.sandbox, sandboxRss());
}, 10);
const started = performance.now();
const { items, error } = await upload(large, 'large');
const seconds = (performance.now() - started) / 1000;
clearInterval(clock);
if (!items[0]) throw error ?? new Error('Nothing was uploaded');

const download = await fetch(toText(items[0].json.shorturl));
const isSame = download.headers.get('etag') === `"${hash.digest('hex')}"`;
await download.body?.cancel();
const growth = (of: 'node' | 'sandbox') => Math.round((peak[of] - before[of]) / MB);
const report = { megabytes: size / MB, seconds, isSame, nodeGrowth: growth('node') };
process.stdout.write(`${JSON.stringify({ ...report, sandboxGrowth: growth('sandbox') })}\n`);
await engine.close();
await sandbox.process.stop();

async function upload(data: IBinaryData, custom: string) {
	return await engine.runNode({
		node: 'linkPlatformAssets',
		parameters: { resource: 'file', operation: 'upload', additionalFields: { custom } },
		items: [{ binary: { data } }],
	});
}

/** Writes a file of that size into n8n's binary store, piece by piece. */
async function stored(bytes: number, print?: ReturnType<typeof createHash>): Promise<IBinaryData> {
	const pieces = function* () {
		for (let n = 0; n < bytes / MB; n += 1) {
			const piece = Buffer.alloc(MB, n % 251);
			print?.update(piece);
			yield piece;
		}
	};
	const location = { type: 'execution' as const, workflowId: 'workflow', executionId: 'memory' };
	const about = { mimeType: 'application/octet-stream', fileName: 'large.bin', data: '' };
	return await Container.get(BinaryDataService).store(location, Readable.from(pieces()), about);
}

/** In bytes; 0 if the system does not say. */
function sandboxRss(): number {
	try {
		const { pid } = sandbox.process;
		const child = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
		const status = readFileSync(`/proc/${child}/status`, 'utf8');
		return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
	} catch {
		return 0;
	}
}

/**
 * Uploads and downloads a large file through the node, and prints a line of JSON with the memory growth of this process
 * (the node in n8n-core's engine) and of the sandbox. It's a separate program because jest's memory would distort them.
 */
import { openEngine } from '../../packages/n8n-harness/index.mts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
// This import must follow the import of the engine, which prepares the environment that n8n-core reads.
import { BinaryDataService } from '../../packages/n8n-harness/core.mts';
import type { IBinaryData } from 'n8n-workflow';
import { Container } from '../../packages/n8n-harness/container.mts';
import { createClient } from '../../packages/sandbox/client.mts';
import { startSandboxProcess } from '../../tools/process/sandboxProcess.mts';
import { toText } from './sent.mts';

const MB = 1024 * 1024;
const size = 300 * MB;

const sandbox = await startSandboxProcess();
const { credential, fault } = createClient(sandbox);
const engine = await openEngine({ credentials: { linkPlatformApi: credential } });

/** Returns the result of `work`, and the largest memory growth of each process during `work`, in MB. */
async function watch<T>(work: () => Promise<T>) {
	globalThis.gc?.();
	const read = () => ({ node: process.memoryUsage.rss(), sandbox: sandboxRss() });
	const before = read();
	const peak = { ...before };
	const clock = setInterval(() => {
		const now = read();
		peak.node = Math.max(peak.node, now.node);
		peak.sandbox = Math.max(peak.sandbox, now.sandbox);
	}, 10);
	const result = await work();
	clearInterval(clock);
	const growth = (of: 'node' | 'sandbox') => Math.round((peak[of] - before[of]) / MB);
	return { result, node: growth('node'), sandbox: growth('sandbox') };
}

const upload = async (data: IBinaryData, custom: string) => {
	const { items, error } = await engine.runNode({
		node: 'linkPlatformAssets',
		parameters: { resource: 'file', operation: 'upload', additionalFields: { custom } },
		items: [{ binary: { data } }],
	});
	if (!items[0]) throw error ?? new Error('Nothing was uploaded');
	return items[0];
};
const download = async () => {
	const qrCodeId = { __rl: true, mode: 'id', value: 1 };
	const { items, error } = await engine.runNode({
		node: 'linkPlatform',
		parameters: { resource: 'qrCode', operation: 'download', qrCodeId, format: 'png' },
	});
	if (!items[0]) throw error ?? new Error('Nothing was downloaded');
	return items[0];
};

const hash = createHash('sha256');
// The first upload and download take extra memory, so run them before measuring.
await upload(await stored(MB), 'small');
await download();

const large = await stored(size, hash);
const up = await watch(() => upload(large, 'large'));
const file = await fetch(toText(up.result.json.shorturl));
const isSame = file.headers.get('etag') === `"${hash.digest('hex')}"`;
await file.body?.cancel();

const action = { type: 'large', bytes: size, contentType: 'image/png' };
await fault({ path: '/api/qr/*', action });
const down = await watch(download);
const isWhole = down.result.binary?.data.bytes === size;

const report = {
	upload: { isSame, node: up.node, sandbox: up.sandbox },
	download: { isWhole, node: down.node },
};
process.stdout.write(`${JSON.stringify(report)}\n`);
await engine.close();
await sandbox.process.stop();

/** Writes a file of this size into n8n's binary data storage, piece by piece. */
async function stored(bytes: number, print?: ReturnType<typeof createHash>) {
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

/** Returns the memory of the sandbox in bytes, or 0 if the operating system doesn't report it. */
function sandboxRss() {
	try {
		const { pid } = sandbox.process;
		const child = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
		const status = readFileSync(`/proc/${child}/status`, 'utf8');
		return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
	} catch {
		return 0;
	}
}

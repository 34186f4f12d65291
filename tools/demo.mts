/**
 * `npm run demo`: the two main jobs on n8n's execution engine. (a) 120 rows of a CSV file become QR codes with images,
 * and a second run creates none twice; (b) a click and a purchase each run a workflow. Link Platform is a sandbox that
 * is started here; with LINKPLATFORM_API_URL and LINKPLATFORM_API_KEY set, (a) runs against that service instead.
 */
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { IDataObject } from 'n8n-workflow';
import {
	type Engine,
	type WorkflowJson,
	type WorkflowRun,
	openEngine,
} from './n8n-engine/index.mts';
import { createClient, toCredential } from './sandbox/client.mts';
import { type RunningSandbox, startSandbox } from './sandbox/server.mts';

const OUTPUT = 'demo-output';
/** Of the 120 rows, two are invalid. */
const IMAGES = 118;
/** Short, so that the pacing shows without a minute's wait. */
const RATE_LIMIT = { limit: 30, windowSeconds: 2, resetFormat: 'epochMs' } as const;

const example = (name: string): WorkflowJson =>
	JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as WorkflowJson;

const heading = (text: string) => console.log(`\n\x1b[1m${text}\x1b[0m`);

/** Counts this process's requests to Link Platform. */
function watchCalls(onDownload: (count: number) => void) {
	const calls = { bulk: 0, downloads: 0, refused: 0 };
	subscribe('http.client.response.finish', (message) => {
		const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
		if (response.statusCode === 429) calls.refused += 1;
		else if (request.path.endsWith('/api/qr/bulk')) calls.bulk += 1;
		else if (request.path.includes('/download')) {
			calls.downloads += 1;
			onDownload(calls.downloads);
		}
	});
	return calls;
}

async function bulkQrCodes(engine: Engine): Promise<void> {
	heading('(a) 120 products from a CSV file become QR codes');
	rmSync(OUTPUT, { recursive: true, force: true });
	mkdirSync(OUTPUT, { recursive: true });
	const calls = watchCalls((count) => {
		// The second run fetches them again, which is not reported.
		if (count === IMAGES || (count < IMAGES && count % 20 === 0))
			console.log(`Images: ${count} of ${IMAGES}`);
	});
	const workflow = example('bulk-qr-from-csv');
	const startedAt = Date.now();
	const run = await engine.runWorkflow(workflow);
	const seconds = (Date.now() - startedAt) / 1000;

	const rows = run.nodes.Rows?.[0].items.length ?? 0;
	const failed = run.nodes['Create QR Codes']?.[0].outputs[1] ?? [];
	const hint = findHint(run, /^Paused/) ?? 'No pause was needed';
	const files = readdirSync(OUTPUT);
	const results = {
		'Rows in the CSV': rows,
		'Calls: bulk': calls.bulk,
		'Calls: images': calls.downloads,
		'Calls refused (429)': calls.refused,
		Waits: hint,
		Failures: failed.length,
		'Image files': `${files.length} in ${OUTPUT}/, e.g. ${files[0]}`,
		Time: `${seconds.toFixed(1)} s`,
	};
	for (const [what, result] of Object.entries(results)) console.log(`${what.padEnd(20)} ${result}`);
	for (const { json } of failed) {
		const { sku = '(no SKU)', product, error, message } = json as Record<string, string>;
		console.log(`Row to correct: ${sku} ${product}: ${error}. ${message}`);
	}
	if (run.status !== 'success') throw run.error ?? new Error(`The workflow ended as ${run.status}`);

	console.log('The same workflow once more, as if the file had been run by mistake …');
	const { bulk } = calls;
	const again = await engine.runWorkflow(workflow);
	console.log(`${findHint(again, /^QR codes/)}. Calls: bulk: ${calls.bulk - bulk}`);
	if (calls.bulk !== bulk) throw new Error('That is not as it should be');
}

/** A hint of the node that creates the QR codes. */
function findHint({ nodes }: WorkflowRun, pattern: RegExp): string | undefined {
	const hints = nodes['Create QR Codes']?.[0].hints ?? [];
	return hints.map(({ message }) => message).find((message) => pattern.test(message));
}

async function clicksAndPurchases(engine: Engine, sandbox: RunningSandbox): Promise<void> {
	heading('(b) A click and a purchase each run a workflow');
	const service = createClient(sandbox);
	const host = await engine.startTriggerHost();
	const print = (label: string, items: Array<{ json: IDataObject }>) =>
		console.log(`${label}: ${items.map(({ json }) => JSON.stringify(json)).join('\n')}`);
	try {
		const clicked = await host.publish(example('click-alert'));
		const bought = await host.publish(example('purchase-alert'));
		console.log(
			'Published; Link Platform now holds two subscriptions, each with a secret of its own.',
		);

		const url = 'https://shop.example.com/sale';
		const additionalFields = { alias: 'demo-sale' };
		const parameters = { resource: 'link', operation: 'create', url, additionalFields };
		const [link] = (await engine.runNode({ node: 'linkPlatform', parameters })).items;
		await service.visit(link.json.shorturl as string);
		const [first] = await host.waitForExecutions(1);
		print('A visitor clicks, and the workflow runs with', first.items);

		const sale = { productId: 7, buyerEmail: 'buyer@example.com', price: 1900, currency: 'eur' };
		const [purchase] = await service.happen('product.purchased', sale);
		const [, second] = await host.waitForExecutions(2);
		print('A customer buys, and the workflow runs with', second.items);

		const forged = await clicked.deliver({
			headers: { 'X-Service-Signature': '0'.repeat(64), 'X-Service-Delivery': 'forged' },
			body: { event: 'link.clicked', data: { alias: 'demo-sale' } },
		});
		console.log(
			`A forged delivery is rejected with ${forged.status}; executions so far: ${host.executions.length}`,
		);

		await service.redeliver(purchase);
		await new Promise((resolve) => setTimeout(resolve, 500));
		console.log(
			`Link Platform delivers the purchase a second time; executions so far: ${host.executions.length}`,
		);
		if (forged.status !== 401 || host.executions.length !== 2)
			throw new Error('That is not as it should be');
		await clicked.unpublish();
		await bought.unpublish();
	} finally {
		await host.close();
	}
}

const { LINKPLATFORM_API_URL: apiUrl, LINKPLATFORM_API_KEY: apiKey } = process.env;
const sandbox =
	apiUrl && apiKey ? undefined : await startSandbox({ settings: { rateLimit: RATE_LIMIT } });
const service = sandbox ?? { url: String(apiUrl), legacyUrl: '', apiKey: String(apiKey) };
const credential = toCredential(service);
const engine = await openEngine({ credentials: { linkPlatformApi: credential } });
try {
	console.log(
		`Service: ${credential.apiUrl}${sandbox ? ` (a sandbox with a limit of ${RATE_LIMIT.limit} requests in ${RATE_LIMIT.windowSeconds} s)` : ''}`,
	);
	await bulkQrCodes(engine);
	if (sandbox) await clicksAndPurchases(engine, sandbox);
} finally {
	await engine.close();
	await sandbox?.close();
}

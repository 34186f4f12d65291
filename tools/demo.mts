/**
 * `npm run demo`: does the two main jobs on n8n's execution engine. (a) 120 rows of a CSV file become QR codes with
 * images, and a second run creates no duplicates. (b) A click and a purchase each start a workflow. The demo starts a
 * sandbox and uses it instead of Link Platform. If LINKPLATFORM_API_URL and LINKPLATFORM_API_KEY are set, (a) uses
 * that service instead of the sandbox.
 */
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { styleText } from 'node:util';
import type { INodeExecutionData } from 'n8n-workflow';
import {
	type Engine,
	type WorkflowJson,
	type WorkflowRun,
	openEngine,
} from '../packages/n8n-harness/index.mts';
import { createClient, toCredential } from '../packages/sandbox/client.mts';
import { type RunningSandbox, startSandbox } from '../packages/sandbox/server.mts';

const OUTPUT = 'demo-output';
/** The number of images: 2 of the 120 rows are invalid on purpose. */
const IMAGES = 118;
/** Short windows, so that the demo shows the node waiting for the rate limit without taking a minute. */
const RATE_LIMIT = { limit: 30, windowSeconds: 2, resetFormat: 'epochMs' } as const;

const example = (name: string) =>
	JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as WorkflowJson;

const IPHONE =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

// Prints a heading, in bold if the output is a terminal.
const heading = (text: string) => console.log(`\n${styleText('bold', text)}`);

/** Counts the requests that this process sends to Link Platform. */
function watchRequests(onDownload: (count: number) => void) {
	const requests = { all: 0, created: 0, downloads: 0, refused: 0 };
	subscribe('http.client.response.finish', (message) => {
		const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
		if (!request.path.startsWith('/api/')) return;
		requests.all += 1;
		if (response.statusCode === 429) requests.refused += 1;
		else if (request.path.endsWith('/api/qr/bulk')) requests.created += 1;
		else if (request.path.includes('/download')) onDownload((requests.downloads += 1));
	});
	return requests;
}

async function bulkQrCodes(engine: Engine) {
	heading('(a) Create QR codes for 120 products from a CSV file');
	rmSync(OUTPUT, { recursive: true, force: true });
	mkdirSync(OUTPUT, { recursive: true });
	const requests = watchRequests((count) => {
		// The second run downloads the images again. Don't report the progress of that run.
		if (count === IMAGES || (count < IMAGES && count % 20 === 0))
			console.log(`Images downloaded: ${count} of ${IMAGES}`);
	});
	const workflow = example('bulk-qr-from-csv');
	for (const { name, parameters } of workflow.nodes) {
		if (name === 'Read CSV') parameters.fileSelector = 'examples/products.csv';
		if (name === 'Save Images') parameters.fileName = `=${OUTPUT}/{{ $binary.data.fileName }}`;
	}
	const startedAt = Date.now();
	const run = await engine.runWorkflow(workflow);
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
	if (run.status !== 'success')
		throw run.error ?? new Error(`The workflow ended with the status ${run.status}`);

	const [made = [], failed = []] = run.nodes['Create QR Codes']?.[0].outputs ?? [];
	console.log(getOutcome(run));
	console.log(
		`${requests.all} requests in ${seconds} s instead of ${2 * made.length} (one per QR code and one per image); ` +
			`the rate limit refused ${requests.refused} of them`,
	);
	const toCorrect = failed.map(({ json }) => {
		const { sku = '(no SKU)', product, error, message } = json as Record<string, string>;
		return `Row to correct: ${sku} ${product}: ${error}. ${message}`;
	});
	for (const line of toCorrect) console.log(line);
	const sheet = `${OUTPUT}/index.html`;
	writeFileSync(sheet, toContactSheet(made, toCorrect));
	console.log(`Open ${sheet} to see all ${made.length} QR codes`);

	console.log('\nRunning the same workflow again, as if by mistake …');
	const { created } = requests;
	console.log(getOutcome(await engine.runWorkflow(workflow)));
	if (requests.created !== created) throw new Error('The second run created QR codes again');
}

/** Returns the summary that the node reports about the QR codes it created. */
function getOutcome({ nodes }: WorkflowRun) {
	const hints = nodes['Create QR Codes']?.[0].hints ?? [];
	return (
		hints.map(({ message }) => message).find((message) => message.startsWith('QR codes:')) ?? ''
	);
}

/**
 * Returns a web page that shows all QR codes with their names, each linked to the URL that it encodes. The rows to
 * correct are listed below the codes.
 */
function toContactSheet(items: INodeExecutionData[], toCorrect: string[]) {
	const figures = items.map(({ json, binary }) => {
		const image = encodeURIComponent(binary?.data.fileName ?? '');
		return `<a href="${escape(json.url)}"><img src="${image}" alt=""><b>${escape(json.product)}</b>${escape(json.name)}</a>`;
	});
	return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>QR codes</title>
<style>
	body { display: grid; grid-template-columns: repeat(auto-fill, 11rem); gap: 2rem 1rem; margin: 2rem; font: 0.8rem/1.4 sans-serif }
	h1, p { grid-column: 1 / -1; margin: 0 }
	a { display: grid; justify-items: center; color: #222; text-decoration: none }
	img { width: 100% }
</style>
<h1>${items.length} QR codes</h1>
${toCorrect.map((line) => `<p>${escape(line)}</p>`).join('\n')}
${figures.join('\n')}
</html>
`;
}

function escape(text: unknown) {
	return String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

async function clicksAndPurchases(engine: Engine, sandbox: RunningSandbox) {
	heading('(b) Start a workflow for a click, and another one for a purchase');
	const service = createClient(sandbox);
	const host = await engine.startTriggerHost();
	/** Returns the event data that started a workflow. */
	const getData = (items: INodeExecutionData[]) => items[0].json as Record<string, string>;
	try {
		const clicked = await host.publish(example('click-alert'));
		const bought = await host.publish(example('purchase-alert'));
		console.log(
			'Two workflows are published: Link Platform now has a webhook for each, with its own secret',
		);

		const url = 'https://shop.example.com/sale';
		const additionalFields = { alias: 'demo-sale' };
		const parameters = { resource: 'link', operation: 'create', url, additionalFields };
		const [link] = (await engine.runNode({ node: 'linkPlatform', parameters })).items;
		const agent = { 'User-Agent': IPHONE };
		await service.visit(link.json.shorturl as string, agent);
		const [first] = await host.waitForExecutions(1);
		const { browser, platform, country, alias } = getData(first.items);
		console.log(
			`${browser} on ${platform} (${country}) clicked ${alias}, and the click workflow ran`,
		);

		const sale = { productId: 7, buyerEmail: 'buyer@example.com', price: 1900, currency: 'eur' };
		const [purchase] = await service.happen('product.purchased', sale);
		const [, second] = await host.waitForExecutions(2);
		const { buyerEmail, price, currency, productId } = getData(second.items);
		console.log(
			`${buyerEmail} bought product ${productId} for ${price} ${currency}, and the purchase workflow ran`,
		);

		const forged = await clicked.deliver({
			headers: { 'X-Service-Signature': '0'.repeat(64), 'X-Service-Delivery': 'forged' },
			body: { event: 'link.clicked', data: { alias: 'demo-sale' } },
		});
		await service.redeliver(purchase);
		await new Promise((resolve) => setTimeout(resolve, 500));
		if (forged.status !== 401 || host.executions.length !== 2)
			throw new Error('A forged or repeated delivery started a workflow');
		console.log(
			`A forged click was refused (HTTP ${forged.status}), and a second delivery of the purchase was ignored: neither started a workflow`,
		);
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
		`Service: ${credential.apiUrl}${sandbox ? ` (a sandbox with a limit of ${RATE_LIMIT.limit} requests per ${RATE_LIMIT.windowSeconds} s)` : ''}`,
	);
	await bulkQrCodes(engine);
	if (sandbox) await clicksAndPurchases(engine, sandbox);
	if (sandbox && process.stdin.isTTY && process.stdout.isTTY) {
		console.log(`\nThe QR codes in ${OUTPUT}/index.html work until you press Ctrl+C`);
		await new Promise((resolve) => process.on('SIGINT', resolve));
	}
} finally {
	await engine.close();
	await sandbox?.close();
}

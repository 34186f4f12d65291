/** The film: rows become QR codes, somebody scans one, and the trigger runs a workflow. All of it happens. */
import { randomUUID } from 'node:crypto';
import jsqr from 'jsqr';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';

import { closeNode, getCanvasNode, openNode, openWorkflow, showOutput } from '../n8n/browser.mts';
import { chain } from '../n8n/world.mts';
import { Film } from './film.mts';
import { type Studio, getOurNode, readQuickStart } from './studio.mts';

// CommonJS with types written for a default export.
const jsQR = jsqr as unknown as typeof jsqr.default;

const SECONDS = 12;
const SIZE = { width: 1360, height: 765 };

export async function filmRowsToScan(studio: Studio): Promise<Buffer> {
	const { page, editor } = studio;
	const film = new Film(SECONDS);
	const other = { ...editor, page: await page.context().newPage() };
	await Promise.all([page, other.page].map(async (one) => await one.setViewportSize(SIZE)));
	await openWorkflow(other, (await studio.store(onScan(studio))).id);
	await studio.listen(other.page);

	await page.bringToFront();
	const node = getOurNode(await studio.show(readQuickStart(studio)));
	// As a reader has it who looks at rows: the editor remembers it.
	await openNode(page, node);
	await page.getByTestId('ndv-input-panel').getByTestId('radio-button-table').click();
	await closeNode(page);

	film.say('Rows become QR codes, and a scan starts a workflow');
	await film.hold(page, 1500);
	await film.click(page, getCanvasNode(page, node), 2);
	await page.getByTestId('node-parameters').waitFor();
	film.say('1  Three rows');
	await film.rest(page, 1100);
	await film.click(page, page.getByTestId('node-execute-button'));
	const output = page.getByTestId('output-panel');
	await film.follow(page, output.getByText('Success Branch').waitFor());
	film.say('2  Three QR codes');
	await showOutput(page, 'table');
	// The one after the URL, so that both are in sight.
	await output.getByText('scans', { exact: true }).scrollIntoViewIfNeeded();
	await film.rest(page, 1300);
	await film.click(page, output.getByTestId('radio-button-binary'));
	await film.hold(page, 500);
	await film.click(page, output.getByTestId('ndv-view-binary-data').first());
	const image = output.locator('img');
	await image.waitFor();
	await film.hold(page, 500);
	film.say('3  Somebody scans one');
	const scanned = await readCode(image);
	await film.scan(page, (await image.boundingBox())!);

	await other.page.bringToFront();
	film.say('4  The trigger runs your workflow');
	await film.hold(other.page, 700);
	const done = getCanvasNode(other.page, 'Message').getByTestId('canvas-node-status-success');
	await studio.visit(scanned);
	await film.follow(other.page, done.waitFor());
	await film.rest(other.page, 1100);
	await film.click(other.page, getCanvasNode(other.page, 'Message'), 2);
	await other.page.getByTestId('node-parameters').waitFor();
	await showOutput(other.page, 'table');
	await film.rest(other.page, 0);
	await other.page.close();
	return await film.develop();
}

/** What runs at a scan: looks the code up, and puts into words what has happened. */
function onScan({ credential }: Studio) {
	const account = { credentials: { linkPlatformApi: credential } };
	const message =
		"={{ $json.name }} was scanned: {{ $('QR Scanned').item.json.data.country }}, {{ $('QR Scanned').item.json.data.platform }}";
	return chain('When a QR code is scanned', [
		{
			...account,
			name: 'QR Scanned',
			type: 'n8n-nodes-linkplatform.linkPlatformTrigger',
			typeVersion: 1.1,
			parameters: { events: ['qr.scanned'], filters: {}, options: {} },
			webhookId: randomUUID(),
		},
		{
			...account,
			name: 'Get QR Code',
			type: 'n8n-nodes-linkplatform.linkPlatform',
			parameters: {
				resource: 'qrCode',
				operation: 'get',
				qrCodeId: { __rl: true, mode: 'id', value: '={{ $json.data.qrId }}' },
			},
		},
		{
			name: 'Message',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				assignments: {
					assignments: [{ id: randomUUID(), name: 'message', value: message, type: 'string' }],
				},
				options: {},
			},
		},
	]);
}

/** Reads the QR code off the screen, as a phone does. */
async function readCode(image: Locator): Promise<string> {
	const { data, info } = await sharp(await image.screenshot())
		.ensureAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	const code = jsQR(new Uint8ClampedArray(data), info.width, info.height);
	if (!code) throw new Error('The QR code on the screen cannot be read');
	return code.data;
}

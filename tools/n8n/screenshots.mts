/** `npm run screenshots`: the pictures of the documentation, taken in a real n8n with the sandbox. */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

import {
	addField,
	closeCredential,
	editCredential,
	execute,
	logIn,
	newCredential,
	openEditor,
	openNode,
	openWorkflow,
	saveCredential,
	searchNodes,
	showOutput,
} from './browser.mts';
import { openN8nWorld } from './world.mts';
import { LOGIN } from './emptyN8n.mts';
import { readExample } from './examples.mts';
import { prepareN8n } from './prepare.mts';

const FOLDER = 'docs/images';
const WIDEST = 1280;
/** Around the nodes; below them are their names. */
const MARGIN = 40;
const NAMES = 56;
/** Buttons and notes of n8n that lie over what is to be seen. */
const style =
	'.el-notification, [data-test-id=canvas-controls], [data-test-id=execute-workflow-button], [data-test-id=floating-node] { visibility: hidden !important }';

await prepareN8n();
const world = await openN8nWorld();
const editor = await openEditor(world.url, { width: 1400, height: 860 }).catch(async (thrown) => {
	await world.close();
	throw thrown;
});
const { page } = editor;
try {
	await logIn(editor, LOGIN);
	await openExample('click-alert');
	await save('click-workflow', await getNodes(page));
	await openNode(page, 'Link Clicked');
	await addField(page, 'filters', 'Link Alias');
	await save('trigger', page.getByTestId('ndv'));
	await newCredential(page);
	const { url: apiUrl, apiKey } = world.service;
	const wrong = { apiUrl, apiKey: 'not yet' };
	await saveCredential(page, wrong, 'Couldn’t connect with these settings');
	await closeCredential(page);
	await editCredential(page);
	await saveCredential(page, { apiKey }, 'Connection tested successfully');
	await save('credential', page.getByTestId('editCredential-modal'));
	await openExample('click-alert');
	await searchNodes(page, 'qr code');
	await save('node-search', await getTop(page.getByTestId('node-creator'), 280));

	await openExample('bulk-qr-from-csv');
	await execute(page, 'Save Images');
	await save('bulk-workflow', await getNodes(page));
	await openNode(page, 'Create QR Codes');
	await page.getByTestId('ndv-input-panel').getByTestId('radio-button-table').click();
	await showOutput(page, 'table');
	await save('bulk-output', page.getByTestId('ndv'));
	const output = await showOutput(page, 'binary');
	await save('create-many', page.getByTestId('ndv'));
	await output.getByTestId('ndv-view-binary-data').first().click();
	await output.locator('img').waitFor();
	await save('image-preview', page.getByTestId('ndv'));
} finally {
	await editor.close();
	await world.close();
}

async function openExample(name: string): Promise<void> {
	const { id } = await world.rest.createWorkflow(readExample(name, world.credential, world.url));
	await openWorkflow(editor, id);
}

interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The part of the canvas that holds the workflow. */
async function getNodes(canvas: Page): Promise<Area> {
	const nodes = await canvas.locator('.vue-flow__node').all();
	const boxes = (await Promise.all(nodes.map(async (node) => await node.boundingBox()))).filter(
		(box) => box !== null,
	);
	const x = Math.min(...boxes.map((box) => box.x)) - MARGIN;
	const y = Math.min(...boxes.map((box) => box.y)) - MARGIN;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN;
	return { x, y, width: right - x, height: bottom - y + NAMES };
}

/** The upper part of something that is empty below. */
async function getTop(what: Locator, height: number): Promise<Area> {
	const { x, y, width } = (await what.boundingBox())!;
	return { x, y, width, height };
}

async function save(name: string, what: Locator | Area): Promise<void> {
	const png =
		'x' in what ? await page.screenshot({ clip: what, style }) : await what.screenshot({ style });
	const { size } = await sharp(png)
		.resize({ width: WIDEST, withoutEnlargement: true })
		.webp({ quality: 85 })
		.toFile(join(FOLDER, `${name}.webp`));
	console.log(`${name}.webp, ${Math.round(size / 1024)} KB`);
}

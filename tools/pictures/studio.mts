/** Sets up n8n's editor for screenshots: in high resolution, without animations and overlays. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

import { getCanvasNode, logIn, openEditor, openWorkflow, start } from '../n8n/browser.mts';
import { LOGIN } from '../n8n/emptyN8n.mts';
import { readExample, withCredential } from '../n8n/examples.mts';
import type { WorkflowJson } from '../n8n/rest.mts';
import { until } from '../until.mts';
import type { N8nWithSandbox } from '../n8n/n8nWithSandbox.mts';

export type Studio = Awaited<ReturnType<typeof openStudio>>;

/** An area of the page, in pixels. */
export interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** The Link Platform URL that screenshots show. Requests to it go to the sandbox. */
const SERVICE = 'https://links.example.com';
/** Screen pixels per page pixel; 2 looks sharp on every screen. */
const SCALE = 2;
const FOLDER = 'docs/images';
const WIDEST = 1800;
const SIZE = { width: 1440, height: 900 };
/**
 * Space in pixels: `MARGIN` around the nodes, `NAMES` below them for their names, and `ENDS` to the right of them for
 * the connections of the last nodes.
 */
const MARGIN = 24;
const NAMES = 56;
const ENDS = 130;
/** n8n's buttons and notices that would cover the workflow. */
const OVERLAYS = [
	'.el-notification',
	'[data-test-id=canvas-controls]',
	'[data-test-id=canvas-chat-button]',
	'[data-test-id=execute-workflow-button]',
	'[data-test-id=floating-node]',
	'[data-test-id=panel-drag-button]',
	'[data-test-id=ndv-floating-nodes]',
	'[data-test-id=ask-assistant-canvas-action-button]',
	'[role=tooltip]',
	'[data-reka-popper-content-wrapper]',
];
const CALM = `${OVERLAYS.join()} { visibility: hidden !important }`;

/**
 * Credential types of other services' nodes. Screenshots run only our nodes, so these credentials are never used.
 */
const OTHER_ACCOUNTS: Record<string, string> = {
	'n8n-nodes-base.gmail': 'gmailOAuth2',
	'n8n-nodes-base.slack': 'slackApi',
	'n8n-nodes-base.telegram': 'telegramApi',
	'n8n-nodes-base.slackHitlTool': 'slackApi',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
};

export async function openStudio(n8n: N8nWithSandbox) {
	const address = { apiUrl: SERVICE, legacyApiUrl: '' };
	const credential = await n8n.saveCredential('Link Platform account', address);
	const editor = await openEditor(n8n.url, SCALE);
	const { page } = editor;
	await logIn(editor, LOGIN);

	const withAccounts = async (workflow: WorkflowJson) => {
		const nodes = workflow.nodes.map(async (node) => {
			const type = OTHER_ACCOUNTS[node.type];
			if (type === undefined) return node;
			const id = await n8n.rest.saveCredential(type, type, {});
			return { ...node, credentials: { [type]: { id, name: type } } };
		});
		return { ...workflow, nodes: await Promise.all(nodes) };
	};

	return {
		n8n,
		page,
		credential,
		/** Saves a workflow in n8n, and opens it in the editor. */
		show: async (workflow: WorkflowJson) => {
			const stored = await n8n.rest.createWorkflow(await withAccounts(withoutNotes(workflow)));
			await openWorkflow(editor, stored.id);
			return stored;
		},
		example: (name: string) => readExample(name, credential, n8n.url),
		/** Opens a short link, as a visitor with a phone does. */
		visit: (path: string) =>
			fetch(n8n.service.url + path, { redirect: 'manual', headers: VISITOR }),
		/** Clicks "Execute workflow", so that the open workflow waits for a test event. */
		listen: async () => {
			await start(page);
			await until('n8n to listen', async () =>
				(await n8n.subscriptions()).some(({ url }) => url.includes('/webhook-test/')),
			);
		},
		/** Arranges a screenshot, takes it, and saves it. */
		keep: async (name: string, arrange: () => Promise<Picture>) => {
			await page.setViewportSize(SIZE);
			const file = await toFile(page, await arrange());
			writeFileSync(join(FOLDER, `${name}.webp`), file);
			console.log(`${name}.webp, ${Math.round(file.length / 1024)} KB`);
		},
		close: () => editor.close(),
	};
}

const VISITOR = {
	'user-agent':
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
	'x-country': 'DE',
	'x-city': 'Berlin',
	'x-forwarded-for': '198.51.100.7',
	referer: 'https://news.example/',
};

/** The picture to save: a part of the page, or several PNGs beside each other. */
export type Picture = Locator | Area | Buffer[];

/** Returns the picture as WebP. The browser itself draws it, in a blank page. */
async function toFile(page: Page, picture: Picture) {
	const pngs = Array.isArray(picture) ? picture : [await take(page, picture)];
	const sources = pngs.map((png) => `data:image/png;base64,${png.toString('base64')}`);
	const blank = await page.context().newPage();
	const url = await blank.evaluate<string>(`(${DRAW})(${JSON.stringify(sources)})`);
	await blank.close();
	return Buffer.from(url.slice(url.indexOf(',')), 'base64');
}

/** A script that draws images beside each other, and returns the URL of the result. */
const DRAW = `async (sources) => {
	const images = sources.map((src) => Object.assign(new Image(), { src }));
	for (const image of images) await image.decode();
	const gap = ${24 * SCALE};
	const width = images.reduce((sum, image) => sum + image.width, gap * (images.length - 1));
	const scale = Math.min(1, ${WIDEST} / width);
	const canvas = document.createElement('canvas');
	canvas.width = width * scale;
	canvas.height = images[0].height * scale;
	const context = canvas.getContext('2d');
	context.imageSmoothingQuality = 'high';
	context.scale(scale, scale);
	let left = 0;
	for (const image of images) {
		context.drawImage(image, left, 0);
		left += image.width + gap;
	}
	return canvas.toDataURL('image/webp', 0.85);
}`;

/** Takes a screenshot of a part of the page, once all animations have ended and with no mouse pointer over it. */
export async function take(page: Page, what: Locator | Area) {
	await page.mouse.move(0, 0);
	await page.evaluate(SETTLED);
	const clip = 'x' in what ? what : (await what.boundingBox())!;
	return await page.screenshot({ clip, style: CALM, animations: 'disabled' });
}

/** A script that waits for all animations except those that never end. */
const SETTLED = `Promise.allSettled(
	document.getAnimations()
		.filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
		.map((one) => one.finished)
)`;

/** Returns the workflow that the quick start guide tells readers to paste. */
export function readQuickStart({ credential }: Studio) {
	const page = readFileSync('docs/guides/quick-start.md', 'utf8');
	const [, json] = /```json\n([\s\S]*?)\n```/.exec(page)!;
	const workflow = JSON.parse(json) as WorkflowJson;
	return { ...withCredential(workflow, credential), name: 'Quick start' };
}

/** Returns the name of the first of our nodes in the workflow. */
export function getOurNode({ nodes }: WorkflowJson) {
	return nodes.find(({ type }) => type.startsWith('n8n-nodes-linkplatform.'))!.name;
}

/** Returns the workflow without sticky notes: they explain the setup, and are too small to read in a screenshot. */
function withoutNotes(workflow: WorkflowJson) {
	const nodes = workflow.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
	return { ...workflow, nodes };
}

/**
 * Returns the part of the canvas with the whole workflow, or with only the named nodes, which are easier to read.
 */
export async function getNodes(page: Page, ...names: string[]) {
	const all = await getCanvasNode(page).all();
	const nodes = names.length > 0 ? names.map((name) => getCanvasNode(page, name)) : all;
	const boxes = (await Promise.all(nodes.map((node) => node.boundingBox()))).filter(
		(box) => box !== null,
	);
	const x = Math.min(...boxes.map((box) => box.x)) - MARGIN;
	const y = Math.min(...boxes.map((box) => box.y)) - MARGIN;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + ENDS;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN;
	return { x, y, width: right - x, height: bottom - y + NAMES };
}

/**
 * Returns the area from the left edge of one element to the right edge of another, with this height. Default: the
 * upper part of one element, whose lower part is empty.
 */
export async function getTop(height: number, from: Locator, to = from) {
	const [first, last] = [(await from.boundingBox())!, (await to.boundingBox())!];
	return { x: first.x, y: first.y, width: last.x + last.width - first.x, height };
}

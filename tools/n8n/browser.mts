/** Controls n8n's editor in Debian's Chromium: steps that both the editor's tests and the screenshots use. */
import { type Locator, type Page, chromium, selectors } from 'playwright-core';

import { until } from '../until.mts';
import { getDebianProgram } from './debian.mts';
import type { Login } from './rest.mts';

export type Editor = Awaited<ReturnType<typeof openEditor>>;

/** Chromium flags that block every other host, such as n8n's own servers. */
const ONLY_THIS_MACHINE =
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
const QUIET =
	'--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
/** Timeout in ms that is long enough for a busy machine. */
const PATIENCE = 30_000;

/** Returns the path of the browser. Installs it if it is missing. */
export async function installBrowser() {
	return await getDebianProgram('chromium', ['/usr/bin/chromium']);
}

/** Opens a browser with a new profile. `complaints` returns the errors and warnings logged since its last call. */
export async function openEditor(url: string, deviceScaleFactor = 1) {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({
		executablePath: await installBrowser(),
		args: [...QUIET.split(' '), ONLY_THIS_MACHINE],
	});
	const context = await browser.newContext({
		viewport: { width: 1280, height: 800 },
		deviceScaleFactor,
		colorScheme: 'light',
		reducedMotion: 'reduce',
		locale: 'en-US',
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	context.setDefaultTimeout(PATIENCE);
	const page = await context.newPage();
	const heard = listen(page);
	return { page, url, complaints: () => heard.splice(0), close: () => browser.close() };
}

/** Collects errors and warnings of the page, except for those that n8n also logs without our nodes. */
function listen(page: Page) {
	const heard: string[] = [];
	page.on('pageerror', ({ message }) => heard.push(`Uncaught: ${message}`));
	page.on('console', (message) => {
		// The browser events 'response' and 'requestfailed' report failed requests in more detail.
		const isAboutLoading = message.text().startsWith('Failed to load resource');
		if (['error', 'warning'].includes(message.type()) && !isAboutLoading) {
			heard.push(`Console: ${message.text()}`);
		}
	});
	page.on('response', (response) => {
		const { pathname } = new URL(response.url());
		// Before the login, the editor checks for an existing session, so a 401 response is expected.
		const isLoginCheck = pathname === '/rest/login' && response.status() === 401;
		// n8n has no output schemas for some operations of its own nodes.
		const isOwnSchema =
			pathname.startsWith('/schemas/n8n-nodes-base.') && response.status() === 404;
		if (response.status() >= 400 && !isLoginCheck && !isOwnSchema) {
			heard.push(`HTTP ${response.status()}: ${response.request().method()} ${response.url()}`);
		}
	});
	page.on('requestfailed', (request) => {
		const reason = request.failure()?.errorText;
		// The page cancels its own requests when the user leaves it.
		const isAbandoned = reason === 'net::ERR_ABORTED';
		// The editor looks up each community package in the public npm registry, which the blocked network can't reach.
		const isRegistry =
			reason === 'net::ERR_NAME_NOT_RESOLVED' &&
			/^https:\/\/registry\.[^/]+\/[^/]+$/.test(request.url());
		if (!isAbandoned && !isRegistry) heard.push(`${reason}: ${request.method()} ${request.url()}`);
	});
	return heard;
}

/** Logs in through n8n's login form. */
export async function logIn({ page, url }: Editor, { email, password }: Login) {
	await page.goto(`${url}/signin`);
	await page.locator('input[name=emailOrLdapLoginId]').fill(email);
	await page.locator('input[type=password]').fill(password);
	await page.getByTestId('form-submit-button').click();
	await page.waitForURL(/\/home\//);
}

export async function openWorkflow({ page, url }: Editor, id: string) {
	await page.goto(`${url}/workflow/${id}`);
	await getCanvasNode(page).first().waitFor();
	await page.getByTestId('zoom-to-fit').click();
}

export async function openEmptyCanvas({ page, url }: Editor) {
	await page.goto(`${url}/workflow/new`);
	await page.getByTestId('canvas-plus-button').waitFor();
}

/** Pastes text into the focused element. On the canvas, a pasted workflow is inserted. */
export async function paste(page: Page, text: string) {
	await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
	await page.keyboard.press('Control+V');
}

/** Returns the named node on the canvas. */
export function getCanvasNode(page: Page, name?: string) {
	const named = name === undefined ? '' : `[data-node-name="${name}"]`;
	return page.locator(`[data-test-id=canvas-node]${named}`);
}

export async function openNode(page: Page, name: string) {
	await getCanvasNode(page, name).dblclick();
	await page.getByTestId('node-parameters').waitFor();
}

export async function closeNode(page: Page) {
	await page.getByTestId('ndv-close-button').click();
	await page.getByTestId('ndv').waitFor({ state: 'hidden' });
}

/** Returns the labels of the parameters on the open panel, in display order. */
export async function getShownLabels(page: Page) {
	// A resource mapper first loads its fields, so wait for that.
	await page.getByText('Fetching fields').waitFor({ state: 'hidden' });
	const item = '[data-test-id=parameter-item]';
	const items = page.locator(`[data-test-id=node-parameters] ${item}:visible:not(${item} ${item})`);
	// The text of the first item also contains the credential, so remove that part.
	return (await items.allInnerTexts()).map(
		(text) => text.replace(/^Credential\n/, '').split('\n')[0],
	);
}

/** Opens a dropdown, and returns its options. The dropdown stays open. */
export async function openDropdown(page: Page, parameter: string) {
	const input = page.getByTestId(`parameter-input-${parameter}`);
	// A dropdown can't be opened until its options have loaded.
	await input.locator('.el-select:not(:has(input:disabled))').click();
	const entries = page.locator('.el-select-dropdown__item:visible');
	await entries.first().waitFor();
	return entries;
}

export async function choose(page: Page, parameter: string, label: string) {
	const entries = await openDropdown(page, parameter);
	await entries
		.filter({ has: page.getByText(label, { exact: true }) })
		.first()
		.click();
	await entries.first().waitFor({ state: 'hidden' });
}

/** Opens the list of a resource locator, and returns its entries. The list stays open. */
export async function openLocator(page: Page, parameter: string) {
	await page.getByTestId(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
	const entries = page.locator('[data-test-id=rlc-item]:visible');
	await entries.first().waitFor();
	return entries;
}

/** Adds a field to a collection such as 'Additional Fields'. */
export async function addField(page: Page, collection: string, label: string) {
	const item = page
		.locator('[data-test-id=parameter-item]')
		.filter({ has: page.locator(`label[for="${collection}"]`) });
	await item.getByTestId('collection-parameter-add').last().click();
	await page
		.locator('[data-test-id=collection-parameter-option]:visible')
		.filter({ has: page.getByText(label, { exact: true }) })
		.click();
}

/** Opens the form for a new credential from the panel of the open node. */
export async function newCredential(page: Page) {
	await page.getByTestId('node-credentials-select').click();
	await page.locator('[data-test-id=node-credentials-select-item-new]:visible').click();
	await page.getByTestId('editCredential-modal').waitFor();
}

/** Opens the form of the credential that the open node uses. */
export async function editCredential(page: Page) {
	// n8n tests the credential as soon as the form opens, and can't handle a second test at the same time.
	const tested = page.waitForResponse(/\/rest\/credentials\/test$/);
	await page.getByTestId('credential-edit-button').click();
	await tested;
}

export async function closeCredential(page: Page) {
	const form = page.getByTestId('editCredential-modal');
	await form.locator('.el-dialog__headerbtn').click();
	await form.waitFor({ state: 'hidden' });
}

/**
 * Fills in the open credential form and saves it, after which n8n tests the credential. Returns the form's text,
 * including the result.
 */
export async function saveCredential(
	page: Page,
	values: Record<string, string>,
	result: 'Connection tested successfully' | 'Couldn’t connect with these settings',
) {
	const form = page.getByTestId('editCredential-modal');
	for (const [name, value] of Object.entries(values)) {
		await form.getByTestId(`parameter-input-${name}`).locator('input').fill(value);
	}
	await form.getByTestId('credential-save-button').click();
	// The form contains both possible results, but shows only one of them.
	await form.getByText(result).filter({ visible: true }).waitFor();
	const details = form.getByText('More details');
	if (await details.isVisible()) await details.click();
	return await form.getByTestId('node-credentials-config-container').innerText();
}

/** Searches n8n's node panel, and returns the names of the nodes found. */
export async function searchNodes(page: Page, words: string) {
	const creator = page.getByTestId('node-creator');
	if (!(await creator.isVisible())) await page.getByTestId('node-creator-plus-button').click();
	const search = creator.locator('input');
	// n8n shows this entry before a search, but never among the results.
	const start = creator.getByText('Data transformation', { exact: true });
	await search.fill('');
	await start.waitFor();
	await search.fill(words);
	await start.waitFor({ state: 'hidden' });
	return await creator.getByTestId('node-creator-item-name').allInnerTexts();
}

/** Clicks the open workflow's button, which either runs the workflow or makes its trigger wait for an event. */
export async function start(page: Page) {
	await page.locator('[data-test-id=execute-workflow-button]:visible').click();
}

/**
 * Runs the open workflow with its button, and waits for the named node to finish. Without a name, waits for the whole
 * run.
 */
export async function execute(page: Page, lastNode?: string) {
	await start(page);
	const end =
		lastNode === undefined
			? page.getByText('Workflow executed successfully')
			: getCanvasNode(page, lastNode).getByTestId('canvas-node-status-success');
	await end.waitFor();
}

/** Publishes the open workflow. Doesn't wait for n8n's confirmation or error. */
export async function publish(page: Page) {
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
}

/** Returns the natural width of an image in pixels, once the image has loaded. */
export async function getWidth(image: Locator) {
	await image.waitFor();
	const read = (element: unknown) => (element as { naturalWidth: number }).naturalWidth;
	return await until('the image', async () => (await image.evaluate(read)) || undefined);
}

/** Shows a node's output in one of n8n's views: 'table', 'json', 'schema' or 'binary'. */
export async function showOutput(page: Page, as: string) {
	const output = page.getByTestId('output-panel');
	await output.getByTestId(`radio-button-${as}`).click();
	return output;
}

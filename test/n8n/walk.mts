/** What a job costs a person in the editor. */
import type { Page } from 'playwright-core';
import type { Editor } from '../../tools/n8n/browser.mts';
import { START_LIMIT } from './n8nSuite.mts';

/**
 * Counts real clicks (a double click is two) and typed characters, over all that a page opens. A paste is one
 * shortcut, not characters; `fill` counts nothing, so type with `pressSequentially`.
 */
export function useWalk(editor: Editor) {
	const cost = { clicks: 0, typed: 0 };
	beforeAll(async () => await count(editor.page), START_LIMIT);

	/** Counts on another page, too. */
	async function count(page: Page): Promise<void> {
		await page.exposeFunction('countInput', (what: keyof typeof cost) => (cost[what] += 1));
		const listen = `
			addEventListener('mousedown', (event) => event.isTrusted && countInput('clicks'), true);
			addEventListener('keydown', ({ isTrusted, key, ctrlKey }) => {
				if (isTrusted && !ctrlKey && key.length === 1) countInput('typed');
			}, true);`;
		await page.addInitScript(listen);
		await page.evaluate(listen);
	}

	/** Prints and returns what a walk, or a part of it, costs. */
	async function measure(part: string, walk: () => Promise<void>) {
		Object.assign(cost, { clicks: 0, typed: 0 });
		await walk();
		console.info(`${part}: ${cost.clicks} clicks, ${cost.typed} characters`);
		return { ...cost };
	}

	return { count, measure };
}

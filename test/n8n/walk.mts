/** What a job costs a person in the editor. */
import type { Page } from 'playwright-core';

export type Cost = Awaited<ReturnType<typeof countInput>>;

/**
 * Counts real clicks (a double click is two) and typed characters of a page, over all that it opens. A paste is one
 * shortcut, not characters; `fill` counts nothing, so type with `pressSequentially`.
 */
export async function countInput(page: Page) {
	const cost = { clicks: 0, typed: 0 };
	await page.exposeFunction('countInput', (what: keyof typeof cost) => (cost[what] += 1));
	const listen = `
		addEventListener('mousedown', (event) => event.isTrusted && countInput('clicks'), true);
		addEventListener('keydown', ({ isTrusted, key, ctrlKey }) => {
			if (isTrusted && !ctrlKey && key.length === 1) countInput('typed');
		}, true);`;
	await page.addInitScript(listen);
	await page.evaluate(listen);
	return cost;
}

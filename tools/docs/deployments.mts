/**
 * Updates the page about differences between deployments: fills in the values in its tables from the sandbox's
 * settings.
 */
import { join } from 'node:path';
import { describeValues, listSettings } from '../../packages/sandbox/settings.mts';

export const DEPLOYMENTS_PAGE = join('docs', 'maintainers', 'deployments.md');

const ROW = /^\| ([^|]+) \|([^|]*)\| ([^|]+) \| ([^|]+) \| `([\w.]+)` \| ([^|]+) \|$/gm;

/** Returns the page, updated with the current settings. */
export function createDeploymentsPage(page: string) {
	const settings = new Map(listSettings().map((setting) => [setting.name, setting]));
	return page.replace(ROW, (row, ...cells: string[]) => {
		const [axis, , documents, what, name, heldBy] = cells;
		const setting = settings.get(name);
		if (!setting) return row;
		const values = describeValues(setting).replaceAll('|', '\\|');
		return `| ${axis} | ${values} | ${documents} | ${what} | \`${name}\` | ${heldBy} |`;
	});
}

/** Returns the page's table rows that describe a setting. */
export function readAxes(page: string) {
	return [...page.matchAll(ROW)].map(([, axis, , documents, what, setting, heldBy]) => ({
		axis,
		documents,
		package: what,
		setting,
		heldBy,
	}));
}

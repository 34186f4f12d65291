/** The page of what deployments decide differently: its values are those of the sandbox's settings. */
import { join } from 'node:path';
import { describeValues, listSettings } from '../sandbox/settings.mts';

export const DEPLOYMENTS_PAGE = join('docs', 'maintainers', 'deployments.md');

/** A row of its tables that names a setting. */
export interface AxisRow {
	axis: string;
	documents: string;
	package: string;
	setting: string;
	heldBy: string;
}

const ROW = /^\| ([^|]+) \|([^|]*)\| ([^|]+) \| ([^|]+) \| `([\w.]+)` \| ([^|]+) \|$/gm;

/** The page with the values of the settings as they are now. */
export function createDeploymentsPage(page: string): string {
	const settings = new Map(listSettings().map((setting) => [setting.name, setting]));
	return page.replace(ROW, (row, ...cells: string[]) => {
		const [axis, , documents, what, name, heldBy] = cells;
		const setting = settings.get(name);
		if (!setting) return row;
		const values = describeValues(setting).replaceAll('|', '\\|');
		return `| ${axis} | ${values} | ${documents} | ${what} | \`${name}\` | ${heldBy} |`;
	});
}

/** The rows of the page that name a setting. */
export function readAxes(page: string): AxisRow[] {
	return [...page.matchAll(ROW)].map(([, axis, , documents, what, setting, heldBy]) => ({
		axis,
		documents,
		package: what,
		setting,
		heldBy,
	}));
}

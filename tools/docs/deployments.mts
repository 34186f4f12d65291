/**
 * Generates parts of the page about differences between deployments: the values come from the sandbox's settings, the
 * field names from `NAMES` in `api/dialect.ts`.
 */
import { join } from 'node:path';
import type { NAMES as Names } from '../../nodes/LinkPlatform/api/dialect.ts';
import { getBuiltModule } from '../built.mts';
import { describeValues, listSettings } from '../../packages/sandbox/settings.mts';
import { replaceBetween } from './replaceBetween.mts';

export const DEPLOYMENTS_PAGE = join('docs', 'maintainers', 'deployments.md');

/** A row of the page's tables that describes a setting. */
export interface AxisRow {
	axis: string;
	documents: string;
	package: string;
	setting: string;
	heldBy: string;
}

const ROW = /^\| ([^|]+) \|([^|]*)\| ([^|]+) \| ([^|]+) \| `([\w.]+)` \| ([^|]+) \|$/gm;

/** The meaning of each entry in `NAMES`. */
const MEANINGS: Record<keyof typeof Names, string> = {
	target: 'Where a link or QR code leads',
	moment: 'When it was made, or happened',
	userAgent: 'The user agent of a click',
	clicks: 'Clicks',
	scans: 'Scans',
	visitors: 'Visitors',
};

/**
 * Returns a table of the entries in `NAMES`: for each, its meaning, and the possible field names with their origins, by
 * priority.
 */
function createNamesTable(): string {
	const { NAMES } = getBuiltModule<{ NAMES: typeof Names }>('nodes/LinkPlatform/api/dialect');
	const rows = Object.entries(MEANINGS).map(([thing, meaning]) => {
		const origins: Record<string, string> = NAMES[thing as keyof typeof Names];
		const names = Object.entries(origins).map(([name, origin]) => `\`${name}\` (${origin})`);
		return `| ${meaning} | ${names.join(', ')} |`;
	});
	return ['| What | Names |', '|---|---|', ...rows].join('\n');
}

/** Returns the page, updated with the current settings and names. */
export function createDeploymentsPage(page: string): string {
	const settings = new Map(listSettings().map((setting) => [setting.name, setting]));
	const withNames = replaceBetween(page, 'phrases', createNamesTable());
	return withNames.replace(ROW, (row, ...cells: string[]) => {
		const [axis, , documents, what, name, heldBy] = cells;
		const setting = settings.get(name);
		if (!setting) return row;
		const values = describeValues(setting).replaceAll('|', '\\|');
		return `| ${axis} | ${values} | ${documents} | ${what} | \`${name}\` | ${heldBy} |`;
	});
}

/** Returns those table rows of the page that describe a setting. */
export function readAxes(page: string): AxisRow[] {
	return [...page.matchAll(ROW)].map(([, axis, , documents, what, setting, heldBy]) => ({
		axis,
		documents,
		package: what,
		setting,
		heldBy,
	}));
}

/** The arithmetic of docs/guides/large-volumes.md: what is measured for one event and one row, times many. */
import { replaceBetween } from '../docs/replaceBetween.mts';
import { quantile } from './figures.mts';
import { type Cell, type Results, type Table, toMarkdown } from './results.mts';

const DAY = 86_400;
/** The guesses that the page names. */
const PEAK = 4;
const BUSY = 0.6;
const VOLUMES = [1e6, 1e7, 1e8];
/** The trigger's memory; test/docs/claims.test.mts compares this and the next with their sources. */
export const REMEMBERED = 10_000;
/** When Link Platform repeats a delivery, in seconds. */
const RETRIES: Array<[string, number]> = [
	['1 minute', 60],
	['5 minutes', 300],
	['30 minutes', 1_800],
	['2 hours', 7_200],
	['24 hours', DAY],
];
/** Requests per minute: what the legacy API documents, and more. */
const LIMITS = [30, 60, 600];
/** QR codes of one request. */
const BATCH = 50;
const COST = 'Cost of a filtered delivery';
const LOGGED = 'KB logged';

/** The page with its tables made of the results by their names, e.g. `1-load-0`. */
export function fillLargeVolumes(page: string, results: Record<string, Results>): string {
	const loads = ['1-load-0', '1-load-0-set', '2-load-1', '2-load-1-set'].map(
		(name) => results[name],
	);
	const [one, lazy, , queue] = loads;
	const blocks: Record<string, string[][]> = {
		costs: toCosts(loads, results['4-bulk']),
		events: toEvents(queue),
		processes: toProcesses(queue),
		single: toSingle(one, lazy),
		copies: toCopies(),
		list: toList(results['2-list-1-set']),
		rows: toRows(),
	};
	return Object.entries(blocks).reduce(
		(text, [name, [columns, ...rows]]) => replaceBetween(text, name, toMarkdown(columns, rows)),
		page,
	);
}

function toCosts(loads: Results[], bulk: Results): string[][] {
	const ofRow = (title: string) => {
		// Our node with the most rows.
		const [name] = getTable(bulk, title).rows.at(-1)!;
		return `${getFigure(bulk, title, String(name), 'CPU ms per row').toFixed(2)} ms`;
	};
	const ms = (from: Results, kind: string) => `${getCost(from, kind).toFixed(0)} ms`;
	return [
		['', 'one process', 'engine on demand', 'queue mode', 'engine on demand'],
		...['accepted', 'filtered'].map((kind) => [
			`a delivery, ${kind}`,
			...loads.map((load) => ms(load, kind)),
		]),
		['a QR code of Create Many', ofRow('Create Many'), '', '', ''],
		['the same with its image', ofRow('Create Many with images'), '', '', ''],
	];
}

function toEvents(queue: Results): string[][] {
	const [accepted, filtered] = ['accepted', 'filtered'].map((kind) => getCost(queue, kind));
	return [
		[
			'events a day',
			'a second',
			'at the peak',
			'cores, if all run',
			'if 1 in 100 runs',
			'if 1 in 100 is sent',
		],
		...VOLUMES.map((volume) => {
			const average = volume / DAY;
			const peak = average * PEAK;
			const each = [accepted, 0.99 * filtered + 0.01 * accepted, 0.01 * accepted];
			return [
				toText(volume),
				toText(average),
				toText(peak),
				...each.map((ms) => toText(toCores(peak, ms))),
			];
		}),
	];
}

function toProcesses(queue: Results): string[][] {
	const counts = (volume: number, isFiltered: boolean) =>
		['webhook processor', 'worker'].map((process) => {
			const [accepted, filtered] = ['accepted', 'filtered'].map((kind) =>
				getCost(queue, kind, process),
			);
			const ms = isFiltered ? 0.99 * filtered + 0.01 * accepted : accepted;
			return toText(Math.max(1, Math.ceil(toCores((volume / DAY) * PEAK, ms))));
		});
	return [
		[
			'events a day',
			'all run: webhook processors',
			'workers',
			'1 in 100 runs: webhook processors',
			'workers',
		],
		...VOLUMES.map((volume) => [toText(volume), ...counts(volume, false), ...counts(volume, true)]),
	];
}

/** What a process without queue mode takes, which has one core for all it does. */
function toSingle(one: Results, lazy: Results): string[][] {
	const ofAll = (load: Results) => getCost(load, 'accepted');
	const ofFew = (load: Results) =>
		0.99 * getCost(load, 'filtered') + 0.01 * getCost(load, 'accepted');
	const costs: Array<[string, number]> = [
		['all run', ofAll(one)],
		['1 in 100 runs', ofFew(one)],
		['all run, engine on demand', ofAll(lazy)],
		['1 in 100 runs, engine on demand', ofFew(lazy)],
	];
	return [
		['one process', 'events a second, at most', 'events a day'],
		...costs.map(([name, ms]) => {
			const perSecond = (BUSY * 1000) / ms;
			return [name, toText(perSecond), toText((perSecond / PEAK) * DAY)];
		}),
	];
}

function toCopies(): string[][] {
	return [
		['repeated after', 'recognized up to so many accepted events', 'a day'],
		...RETRIES.map(([name, seconds]) => [
			name,
			`${toText(REMEMBERED / seconds)} a second`,
			toText((REMEMBERED / seconds) * DAY),
		]),
	];
}

/** What it costs to remember deliveries, when there are as many as the trigger keeps. */
function toList({ tables }: Results): string[][] {
	const [{ columns, rows }] = tables.filter(({ columns }) => columns.includes(LOGGED));
	const read = (cells: Cell[], column: string) =>
		quantile(cells[columns.indexOf(column)] as number[], 0.5);
	const toRow = (name: string, cells: Cell[]) => {
		const logged = read(cells, LOGGED);
		return [
			name,
			`${read(cells, 'all').toFixed(0)} ms`,
			`${toText(logged)} KB`,
			`${toText((logged * 1e6) / 1024 ** 2)} GB`,
		];
	};
	return [
		['an accepted event', 'CPU', "PostgreSQL's log", 'of a million events'],
		toRow('**Skip Duplicates** on', rows.at(-1)!),
		toRow('**Skip Duplicates** off', rows[0]),
	];
}

function toRows(): string[][] {
	return [
		[
			'requests per minute',
			'links, one by one',
			`QR codes, ${BATCH} per request`,
			'QR codes with images',
			'keys for a million links a day',
		],
		...LIMITS.map((limit) => {
			const perDay = limit * 24 * 60;
			const withImages = perDay / (1 + 1 / BATCH);
			return [
				toText(limit),
				...[perDay, perDay * BATCH, withImages].map(toText),
				toText(Math.ceil(1e6 / perDay)),
			];
		}),
	];
}

const toCores = (perSecond: number, ms: number): number => (perSecond * ms) / 1000 / BUSY;

/** Two digits: these are estimates. */
const toText = (value: number): string =>
	Number(value.toPrecision(value >= 1 && Number.isInteger(value) ? 12 : 2)).toLocaleString('en');

const getTable = ({ tables }: Results, title: string): Table =>
	tables.find((table) => table.title === title)!;

function getFigure(results: Results, title: string, name: string, column: string): number {
	const { columns, rows } = getTable(results, title);
	const cell: Cell = rows.find(([first]) => first === name)![columns.indexOf(column)];
	return quantile(cell as number[], 0.5);
}

/** CPU ms of a delivery, `accepted` or `filtered`; of all processes, or of one. */
const getCost = (results: Results, kind: string, process = 'all'): number =>
	getFigure(results, COST, `${kind} delivery`, process);

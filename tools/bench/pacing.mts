/**
 * `npm run bench:pacing`: how a built package behaves under rate limits, in one table. Any build can be
 * measured, so that a change of the pacing is seen in figures of the same program:
 *
 *   --package <folder>   of package.json and dist; default: this checkout
 *   --only <cases>       e.g. `1,3,a`
 *   --runs <n>           of each case; the table shows medians, and least and most in brackets
 *   --json <file>        saves the figures
 *   --compare <file>     shows the figures of such a file below those of this run
 *
 * Nothing here passes or fails: the last column says what a case falls short of.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { loadavg } from 'node:os';
import { resolve, sep } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { openEngine } from '../n8n-engine/index.mts';
import { createBareLoop } from './baselines.mts';
import { sum, toSpread } from './figures.mts';
import { describeMachine } from './results.mts';
import { type Case, type Figures, cases } from './pacingCases.mts';
import { type Service, startService } from './service.mts';

/** Cases that mostly wait run at the same time, each with a service of its own. */
const AT_ONCE = 7;

const { values: flags } = parseArgs({
	options: {
		package: { type: 'string', default: process.cwd() },
		only: { type: 'string', default: '' },
		runs: { type: 'string', default: '1' },
		json: { type: 'string' },
		compare: { type: 'string' },
	},
});

/** All runs of one row of the table. */
interface Row {
	key: string;
	title: string;
	name: string;
	runs: Figures[];
}

interface Report {
	package: string;
	at: string;
	machine: string;
	rows: Row[];
}

const packageFolder = resolve(flags.package);
const only = flags.only.split(',').filter(Boolean);
const runs = Number(flags.runs);
const chosen = cases.filter(({ key }) => only.length === 0 || only.includes(key));
if (chosen.length === 0) throw new Error(`No case is called ${flags.only}`);
const before = flags.compare
	? (JSON.parse(readFileSync(flags.compare, 'utf8')) as Report)
	: undefined;

// As in n8n, where a package of any folder gets the copy of n8n-workflow that n8n itself uses.
const packageUrl = pathToFileURL(packageFolder + sep).href;
const n8nWorkflow = createRequire(import.meta.url).resolve('n8n-workflow');
registerHooks({
	resolve: (specifier, context, next) =>
		specifier === 'n8n-workflow' && context.parentURL?.startsWith(packageUrl)
			? { url: pathToFileURL(n8nWorkflow).href, format: 'commonjs', shortCircuit: true }
			: next(specifier, context),
});

const tell = (line: string) => void process.stderr.write(`${line}\n`);

/** The median, and between which figures the runs lie. */
const spread = (figures: Array<number | undefined>, digits: number): string =>
	toSpread(
		figures.filter((one) => one !== undefined),
		digits,
	);

const worst = ({ refusals }: Figures): number => Math.max(0, ...(refusals ?? []));

/** What these figures fall short of. */
function getShortfalls(figures: Figures): string[] {
	const { done, of, seconds, bound, mostInFlight = 0, aims = {} } = figures;
	return [
		...(done < of ? ['not all done'] : []),
		...(worst(figures) > (aims.perWindow ?? Infinity) ? ['429s per window'] : []),
		...(done === of && seconds > (bound ?? Infinity) ? ['time'] : []),
		...(mostInFlight < (aims.inFlight ?? 0) ? ['in flight'] : []),
		...(aims.failed ? [aims.failed] : []),
	];
}

function cells(row: Row): string[] {
	const { runs: figures } = row;
	const [first] = figures;
	const gain = figures.map(({ oneAtATime, seconds }) => oneAtATime && oneAtATime / seconds);
	const remarks = figures.find(({ remark }) => remark !== undefined)?.remark ?? '';
	const missed = figures.map(getShortfalls);
	const counted = [...new Set(missed.flat())].map((what) => {
		const count = missed.filter((one) => one.includes(what)).length;
		return count === figures.length ? what : `${what} (${count} of ${figures.length} runs)`;
	});
	return [
		first.of === 0
			? `${first.done}`
			: `${Math.min(...figures.map(({ done }) => done))}/${first.of}`,
		spread(
			figures.map(({ refusals }) => refusals && sum(refusals)),
			0,
		),
		first.refusals ? `${Math.max(...figures.map(worst))}` : '–',
		spread(
			figures.map(({ mostInFlight }) => mostInFlight),
			0,
		),
		spread(
			figures.map(({ seconds }) => seconds),
			2,
		),
		first.least === undefined ? '–' : first.least.toFixed(2),
		// What failed took no time worth comparing.
		spread(
			figures.map(({ done, of, seconds, least }) =>
				done === of && least ? seconds / least : undefined,
			),
			2,
		),
		gain[0] === undefined ? '–' : spread(gain, 1),
		remarks,
		counted.join(', '),
	];
}

function print(report: Report): void {
	const table = new Table({
		head: [
			before ? 'case (below: earlier figures)' : 'case',
			'done',
			'429s',
			'most per\nwindow',
			'most in\nflight',
			'time, s',
			'least\npossible, s',
			'time /\nleast',
			'one at a\ntime / time',
			'remark',
			'short of',
		],
		style: { head: [], border: [], compact: true },
		colWidths: [58, null, null, null, null, null, null, null, null, 40, 22],
		wordWrap: true,
	});
	let title = '';
	for (const row of report.rows) {
		if (row.title !== title) {
			title = row.title;
			table.push([{ content: `${row.key}. ${title}`, colSpan: 11 }]);
		}
		table.push([row.name, ...cells(row)]);
		const earlier = before?.rows.find(
			(one) => one.title === row.title && one.name === row.name && one.key === row.key,
		);
		if (earlier) table.push(['    earlier', ...cells(earlier)]);
	}
	process.stdout.write(`${table.toString()}\n`);
}

const engine = await openEngine({
	packageFolder,
	extraNodeTypes: { 'bench.loop1': createBareLoop(1) },
});
const delay = monitorEventLoopDelay({ resolution: 10 });
const loadAtStart = loadavg()[0].toFixed(1);
const started = performance.now();
const measured = new Map<Case, Figures[][]>(chosen.map((one) => [one, []]));

async function measure(one: Case, service: Service): Promise<void> {
	const began = performance.now();
	try {
		measured.get(one)!.push(await one.run({ engine, service }));
	} catch (error) {
		tell(`${one.key} ${one.name}: ${(error as Error).stack}`);
	}
	tell(`${((performance.now() - began) / 1000).toFixed(1)} s  ${one.key}. ${one.name}`);
}

const todo = Array.from({ length: runs }, () => chosen).flat();
const waiting = todo
	.filter(({ isAlone }) => !isAlone)
	.sort((one, other) => other.estimate - one.estimate);
const alone = todo.filter(({ isAlone }) => isAlone);

const services = await Promise.all(
	Array.from({ length: Math.max(1, Math.min(AT_ONCE, waiting.length)) }, startService),
);
try {
	// Whatever runs first pays for compilation.
	const credentials = await services[0].prepare({});
	for (const node of ['linkPlatform', 'bench.loop1']) {
		await engine.runNode({
			node,
			parameters: {
				resource: 'link',
				operation: 'create',
				url: '=https://example.com/{{ $json.n }}',
			},
			items: Array.from({ length: 200 }, (_, n) => ({ json: { n } })),
			credentials,
		});
	}
	for (const one of alone) await measure(one, services[0]);
	delay.enable();
	await Promise.all(
		services.map(async (service) => {
			for (let one = waiting.shift(); one; one = waiting.shift()) await measure(one, service);
		}),
	);
	delay.disable();
} finally {
	await Promise.all(services.map(async (service) => await service.stop()));
	await engine.close();
}

const rows = chosen.flatMap(({ key, title }, n) => {
	const all = measured.get(chosen[n])!;
	return (all[0] ?? []).map(({ name }, m) => ({
		key,
		title,
		name,
		runs: all.map((figures) => figures[m]),
	}));
});
const report: Report = {
	package: packageFolder,
	at: new Date().toISOString(),
	machine: describeMachine(),
	rows,
};
if (flags.json) writeFileSync(flags.json, `${JSON.stringify(report, null, '\t')}\n`);
print(report);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
process.stdout.write(
	`${packageFolder}, ${runs} run${runs === 1 ? '' : 's'} of each case in ${seconds} s on ${report.machine}.\n` +
		`Load ${loadAtStart} at the start, ${loadavg()[0].toFixed(1)} at the end; this process was held up for ` +
		`${(delay.max / 1e6).toFixed(0)} ms at worst, ${(delay.percentile(99) / 1e6).toFixed(0)} ms in 99 % of the time.\n`,
);

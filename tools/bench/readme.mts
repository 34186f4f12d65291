/** The measured figures that the README names. */
import { quantile } from './figures.mts';
import { type Cell, type Results, type Table } from './results.mts';

const LIMITED = /^\d+(?:,\d{3})* links, 30 requests per 5 s$/;
const UNLIMITED = /^\d+(?:,\d{3})* links, no limit$/;

/** The README with the figures of `instead`, the comparison with what people would use; fails where a sentence is gone. */
export function fillReadme(readme: string, instead: Results): string {
	const [limited, unlimited] = [LIMITED, UNLIMITED].map(
		(title) => instead.tables.find((table) => title.test(table.title))!,
	);
	const [ours, theirs] = NODES.map((node) => getCell(limited, node, 'succeeded') as string);
	const [seconds, others] = NODES.map((node) =>
		quantile(getCell(unlimited, node, 'time, s') as number[], 0.5).toFixed(1),
	);
	const [done, links] = ours.split(' of ');
	// The sentence says that ours makes them all.
	if (done !== links) throw new Error(`The node made ${ours} links under a limit`);
	const figures: Array<[RegExp, string]> = [
		[
			/(HTTP Request created )\d+(?:,\d{3})* of \d+(?:,\d{3})*( links, and this package all )\d+(?:,\d{3})*/,
			`$1${theirs}$2${links}`,
		],
		[
			/\| \d+(?:,\d{3})* (links, 30 requests allowed per 5 s \| )\d+(?:,\d{3})* of \d+(?:,\d{3})*( created \| )\d+(?:,\d{3})* of \d+(?:,\d{3})*/,
			`| ${links} $1${ours}$2${theirs}`,
		],
		[
			/\| \d+(?:,\d{3})* (links without any limit \| )[\d.]+ s \| [\d.]+ s/,
			`| ${links} $1${seconds} s | ${others} s`,
		],
	];
	return figures.reduce((text, [sentence, figure]) => {
		if (!sentence.test(text)) throw new Error(`The README says nothing like ${sentence}`);
		return text.replace(sentence, figure);
	}, readme);
}

const NODES = ['Link Platform', 'HTTP Request'];

function getCell({ columns, rows }: Table, name: string, column: string): Cell {
	return rows.find(([first]) => first === name)![columns.indexOf(column)];
}

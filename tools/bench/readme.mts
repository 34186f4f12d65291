/** The measured figures that the README names. */
import { quantile } from './figures.mts';
import { type Cell, type Results, type Table } from './results.mts';

/** A count such as 60 or 1,200. */
const COUNT = String.raw`\d+(?:,\d{3})*`;
const LIMITED = new RegExp(`^${COUNT} links, 30 requests per 5 s$`);
const UNLIMITED = new RegExp(`^${COUNT} links, no limit$`);

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
	const figures: Array<[sentence: string, figure: string]> = [
		[
			`(HTTP Request created )${COUNT} of ${COUNT}( links, and this package all )${COUNT}`,
			`$1${theirs}$2${links}`,
		],
		[
			String.raw`\| ${COUNT} (links, 30 requests allowed per 5 s \| )${COUNT} of ${COUNT}( created \| )${COUNT} of ${COUNT}`,
			`| ${links} $1${ours}$2${theirs}`,
		],
		[
			String.raw`\| ${COUNT} (links without any limit \| )[\d.]+ s \| [\d.]+ s`,
			`| ${links} $1${seconds} s | ${others} s`,
		],
	];
	return figures.reduce((text, [sentence, figure]) => {
		const pattern = new RegExp(sentence);
		if (!pattern.test(text)) throw new Error(`The README says nothing like ${sentence}`);
		return text.replace(pattern, figure);
	}, readme);
}

const NODES = ['Link Platform', 'HTTP Request'];

function getCell({ columns, rows }: Table, name: string, column: string): Cell {
	return rows.find(([first]) => first === name)![columns.indexOf(column)];
}

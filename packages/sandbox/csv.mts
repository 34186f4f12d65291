type Cell = string | number | boolean | null | undefined;

/** Lines of a CSV file: cells with a separator, a quote or a line break are quoted. */
export const toCsv = (rows: Cell[][], lineEnd = '\n'): string =>
	rows.map((row) => row.map(toCell).join(',') + lineEnd).join('');

const toCell = (value: Cell): string => {
	const text = String(value ?? '');
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

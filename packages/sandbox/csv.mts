type Cell = string | number | boolean | null | undefined;

/** Returns rows as CSV. Cells that contain a separator, a quote or a line break are quoted. */
export const toCsv = (rows: Cell[][], lineEnd = '\n') =>
	rows.map((row) => row.map(toCell).join(',') + lineEnd).join('');

const toCell = (value: Cell) => {
	const text = String(value ?? '');
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

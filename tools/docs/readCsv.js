/**
 * Reads a CSV file as spreadsheets save it. `columns` has the names that the column of each field may have, in small
 * letters, without spaces and accents, the best first. A file without a column for each field in `needed` is refused.
 * `letters` is what the user says about a file that isn't in Unicode. Returns an `error`, or the `rows`: each has its
 * number in the spreadsheet, and either its fields and all its `cells`, or the `problem` that keeps it from being read.
 */
function readCsv(bytes, { columns, needed, letters }) {
	const { text, isGuess } = decode(bytes, letters);
	if (text.trim() === '') return { error: 'The file is empty.' };
	// Spreadsheets don't show the line "sep=;" as a row.
	const lines = text.replace(/^sep=.\n/i, '').split('\n');
	const head = findHeader(lines, columns);
	const missing = needed.find((field) => head.places[field] === undefined);
	if (missing) {
		const its = head.cells.filter(Boolean).join(', ');
		const wanted = needed.map((field) => `one is called "${field}"`).join(' and ');
		return {
			error: `The file has no column "${missing}". Its columns: ${its}. Rename them so that ${wanted}.`,
		};
	}
	const body = lines.slice(head.at + 1).join('\n');
	const rows = [];
	for (let at = 0, row_number = head.at + 2; at < body.length; row_number += 1) {
		const row = readRow(body, at, head.sign);
		const fields = toRow(row, head);
		// A quotation mark that nothing closes must not take the rows below into the row that can't be read.
		const [line] = body.slice(at, row.end - 1).split('\n');
		const isWhole = !fields.problem || line.length === row.end - 1 - at;
		at = isWhole ? row.end : at + line.length + 1;
		const read = isWhole ? fields : toRow(readRow(line, 0, head.sign), head);
		if (row.cells.some(Boolean)) rows.push({ row_number, ...read });
	}
	if (rows.length === 0) return { error: 'The file has a header, but no row below it.' };
	const odd = isGuess && rows.flatMap(({ cells }) => Object.values(cells ?? {})).find(looksOdd);
	if (odd) {
		return {
			error: `The letters of "${odd}" look wrong. Choose the letters of the file, or save it again as "CSV UTF-8".`,
		};
	}
	if (rows.some(({ problem }) => !problem)) return { rows };
	const reasons = rows.slice(0, 20).map((row) => `Row ${row.row_number}: ${row.problem}.`);
	return { error: ['No row of the file can be used.', ...reasons].join('\n') };
}

/** Returns the text, with "\n" at the end of each line. `isGuess` is true if its letters may be others. */
function decode(bytes, letters) {
	const clean = (text) => text.replace(/\r\n?/g, '\n');
	const mark = Buffer.from(bytes).toString('hex', 0, 2);
	const utf16 = { fffe: 'utf-16le', feff: 'utf-16be' }[mark];
	if (utf16) return { text: clean(new TextDecoder(utf16).decode(bytes)) };
	try {
		return { text: clean(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
	} catch {
		const encodings = {
			Western: 'windows-1252',
			'Central European': 'windows-1250',
			Baltic: 'windows-1257',
			Cyrillic: 'windows-1251',
			Greek: 'windows-1253',
			Turkish: 'windows-1254',
			Hebrew: 'windows-1255',
			Arabic: 'windows-1256',
			Vietnamese: 'windows-1258',
			Thai: 'windows-874',
			Chinese: 'gb18030',
			'Chinese (traditional)': 'big5',
			Japanese: 'shift_jis',
			Korean: 'euc-kr',
			'Excel for Mac': 'macintosh',
		};
		const text = clean(new TextDecoder(encodings[letters] ?? encodings.Western).decode(bytes));
		// Some versions of Node.js read these bytes of Western files as control characters.
		const signs = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
		return {
			text: text.replace(/[\x80-\x9f]/g, (sign) => signs[sign.charCodeAt(0) - 0x80]),
			isGuess: !encodings[letters],
		};
	}
}

/** True for a text in other letters that was read as Western: "MŸnchen" (Mac), "Ïëàêàò", "¯ó³w", "GrÃ¶ÃŸe". */
function looksOdd(text) {
	return /\p{L}[Ÿ§†‡¿¹³]\p{L}|\p{L}[ŠŽ]\p{Ll}|[À-ÿ]{5}|Ã[¡-¿Ÿ]|[\x80-\x9f]/u.test(text);
}

/** Returns the header's cells, its line, the separator, and the place of each field. Titles may stand above it. */
function findHeader(lines, columns) {
	const plain = (name) =>
		name
			.toLowerCase()
			.normalize('NFD')
			.replace(/[^\p{L}\d]/gu, '');
	const names = Object.values(columns).flat();
	const score = ({ cells }) =>
		100 * cells.filter((cell) => names.includes(plain(cell))).length + cells.filter(Boolean).length;
	const heads = lines
		.slice(0, 50)
		.flatMap((line, at) =>
			[',', ';', '\t', '|'].map((sign) => ({ at, sign, ...readRow(line, 0, sign) })),
		);
	const head = heads.reduce((best, one) => (score(one) > score(best) ? one : best));
	const found = head.cells.map(plain);
	const places = Object.entries(columns).map(([field, accepted]) => [
		field,
		accepted.map((name) => found.indexOf(name)).find((place) => place >= 0),
	]);
	return { ...head, places: Object.fromEntries(places) };
}

/** Returns the cells of the row that begins at `at`, and where the next row begins. */
function readRow(text, at, sign) {
	const quoted = / *"([^"]*(?:""[^"]*)*)" */y;
	const plain = new RegExp(`[^\n\\${sign}]*`, 'y');
	// A quotation mark that nothing closes must not take the rows below it into its cell.
	const hasRows = (cell) =>
		cell.includes('\n') &&
		(cell.includes(`${sign}http`) || new RegExp(`\nhttp\\S*\\${sign}`).test(cell));
	const cells = [];
	for (let isBroken = false; ; at += 1) {
		quoted.lastIndex = plain.lastIndex = at;
		const [whole, inner] = quoted.exec(text) ?? [];
		const isClosed =
			whole !== undefined && [sign, '\n', undefined].includes(text[at + whole.length]);
		if (isClosed && !hasRows(inner)) {
			cells.push(inner.replaceAll('""', '"').trim());
			at += whole.length;
		} else {
			const [cell] = plain.exec(text);
			isBroken ||= cell.trim().startsWith('"');
			cells.push(cell.trim());
			at += cell.length;
		}
		if (text[at] !== sign) return { cells, end: at + 1, isBroken };
	}
}

/** Returns the fields and cells of a row, or why it can't be read. */
function toRow({ cells, isBroken }, { cells: header, places, sign }) {
	if (isBroken) return { problem: 'a quotation mark (") is missing, or in the wrong place' };
	// A row may be shorter than the header: Excel leaves out separators at its end.
	if (cells.slice(header.length).some(Boolean)) {
		const name = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }[sign] ?? sign;
		return {
			problem: `it has ${cells.length} cells, but the header has ${header.length}. Put a text with ${name} into quotation marks`,
		};
	}
	const fields = Object.entries(places).map(([field, place]) => [
		field,
		(cells[place] ?? '').replace(/\s+/g, ' '),
	]);
	const named = header.map((name, place) => [name, cells[place] ?? '']).filter(([name]) => name);
	return { ...Object.fromEntries(fields), cells: Object.fromEntries(named) };
}

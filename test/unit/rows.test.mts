/** Failures of items that come from a sheet name its row. */
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import { getSheetRow, inRow } from '../../nodes/LinkPlatform/runner/rows.ts';

test.each([
	['No link v1.2 found', 3, 'No link v1.2 found (row 3)'],
	['Not found.', '3', 'Not found (row 3)'],
	['Not found.', undefined, 'Not found.'],
])('"%s" in row %j', (message, row, shown) => {
	const failure = new Failure({ message, description: 'Check it' }, { httpCode: '404' }, 'refused');
	const { description, details, kind, ...rest } = inRow(failure, row);
	expect([inRow(failure, row).message, description, details, kind]).toEqual([
		...[shown, 'Check it', { httpCode: '404' }, 'refused'],
	]);
	expect(rest).toEqual({ name: 'Failure' });
});

test.each([
	...[2, '2', 10, 999_999_999].map((stated) => [stated, String(stated)]),
	...[0, '02', -2, 2.5, '2a', 'a2', 1_000_000_000, '', null, undefined].map((one) => [one]),
])('a row that is stated as %j is %j', (...[stated, row]) => {
	expect(getSheetRow(stated)).toBe(row);
});

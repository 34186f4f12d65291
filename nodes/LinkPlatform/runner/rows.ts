import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { omit } from '../api/envelope';
import { toFailure, type Failure } from '../api/failure';
import { fill } from '../api/fill';
import type { Input } from './input';
import { fieldMessages, runMessages } from './messages';

/** The maximum number of columns that a message lists. */
const MOST_COLUMNS = 20;

/**
 * True if there are several items and all fail because the same field is empty: its column probably has another name.
 */
export function areAllEmpty(failures: Array<Failure | undefined>): boolean {
	const [field, ...others] = failures.map(getEmptyField);
	return field !== undefined && others.length > 0 && others.every((other) => other === field);
}

/** Returns the name of the empty field that a failure is about; undefined for any other failure. */
function getEmptyField(failure?: Failure): string | undefined {
	const { reason, field } = failure?.details ?? {};
	return reason === fieldMessages.missing.reason ? field : undefined;
}

/**
 * Returns one failure for all items if the same field is empty in all of them; otherwise undefined. Blank rows that the
 * operation left out don't count. The failure lists the items' columns.
 */
export function toEmptyInAll(
	outcomes: Array<PromiseSettledResult<unknown[]>>,
	inputs: Input[],
	items: INodeExecutionData[],
): Failure | undefined {
	const [first] = outcomes.flatMap((outcome) =>
		outcome.status === 'rejected' ? [toFailure(outcome.reason)] : [],
	);
	const field = getEmptyField(first);
	if (field === undefined) return undefined;
	// A run that stops at the first failure doesn't reach all items.
	const isOther = (input: Input, index: number) => !outcomes.at(index) && !input.isEmpty(field);
	if (inputs.some(isOther)) return undefined;
	const failures = inputs.flatMap((input, index) => {
		const outcome = outcomes.at(index);
		if (!outcome) return [first];
		if (outcome.status === 'rejected') return [toFailure(outcome.reason)];
		return outcome.value.length === 0 && input.isBlank ? [] : [undefined];
	});
	if (!areAllEmpty(failures)) return undefined;
	const names = [...new Set(items.flatMap(({ json }) => Object.keys(json)))].filter(
		(name) => name.trim() !== '',
	);
	const columns = names.slice(0, MOST_COLUMNS).join(', ') || runMessages.noColumns;
	const [failure] = failures as Failure[];
	const { message } = failure;
	return failure.reworded(
		fill(runMessages.emptyInAll, { message, count: failures.length, columns }),
	);
}

/** Returns the failure with the row number added to its message, because n8n itself counts items from 0. */
export function inRow(failure: Failure, row?: string): Failure {
	if (row === undefined) return failure;
	const message = failure.message.replace(/\.$/, '');
	return failure.reworded({ message: fill(runMessages.inRow, { message, row }) });
}

/** Returns the number of an item's spreadsheet row, as Google Sheets provides it; undefined if the item has none. */
export function getSheetRow(stated: unknown): string | undefined {
	return /^[1-9]\d{0,8}$/.exec(String(stated))?.[0];
}

/** True for a spreadsheet row in which all columns are empty. The row number doesn't count as a column. */
export function isBlankRow(json: IDataObject): boolean {
	const values = Object.values(omit(json, ['row_number']));
	const isEmpty = (value: unknown = null) =>
		value === null || (typeof value === 'string' && value.trim() === '');
	return Object.keys(json).length > 0 && values.every(isEmpty);
}

/**
 * Returns the row number for a message: the row of the sheet if it is known, otherwise the item's position, counted
 * from 1.
 */
export function getRow({ sheetRow, itemIndex }: Input): string {
	return sheetRow ?? String(itemIndex + 1);
}

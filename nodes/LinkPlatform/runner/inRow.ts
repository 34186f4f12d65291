import type { Failure } from '../api/failure';
import { fill } from '../api/fill';
import { runMessages } from './messages';

/** The failure with the row that it is about; n8n itself counts items from 0. */
export function inRow(failure: Failure, row?: number | string): Failure {
	if (row === undefined) return failure;
	const message = failure.message.replace(/\.$/, '');
	return failure.reworded(fill(runMessages.inRow, { message, row }));
}

/** The row of a sheet that an input item states, as Google Sheets does; undefined if it states none. */
export function getSheetRow(stated: unknown): string | undefined {
	return /^[1-9]\d{0,8}$/.test(String(stated)) ? String(stated) : undefined;
}

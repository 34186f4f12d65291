import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { toDocumented } from '../api/dialect';
import { isRecord, getMessage, getRecord, omit } from '../api/envelope';
import { fill } from '../api/fill';
import { MOST_FOR_TOOL } from './input';
import { hintMessages } from './messages';

/** An output item that isn't yet paired with its input item. */
export interface Output {
	json: IDataObject;
	binary?: Record<string, IBinaryData>;
}

/** Returns the record in a response; `{success: true, message}` if the response only says that a write succeeded. */
export function toRecord(body: unknown): IDataObject {
	const record = getRecord(body);
	if (record) return toDocumented(dropEnvelope(record));
	const message = getMessage(body);
	return message === '' ? { success: true } : { success: true, message };
}

/** Converts an entry of a list to the JSON of an item. A plain string becomes `{name}`. */
export function toRow(row: unknown): IDataObject {
	return isRecord(row) ? toDocumented(row) : { name: row as string };
}

/**
 * Removes the response's envelope (`error`, `message`). n8n treats an item with only these fields as failed, even
 * with `error: 0`.
 */
function dropEnvelope(record: IDataObject): IDataObject {
	const rest = omit(record, ['error', 'message']);
	const isEnvelope = record.error !== undefined && Object.keys(rest).length > 0;
	return isEnvelope ? rest : omit(record, ['error']);
}

/**
 * Limits a list to the number of records that an AI model can read. The last item states the total number of records,
 * if that is known.
 */
export function cutForModel(outputs: Output[], stated = 0): Output[] {
	if (outputs.length <= MOST_FOR_TOOL) return outputs;
	const { first, firstOf } = hintMessages;
	const most = MOST_FOR_TOOL;
	const note = stated > most ? fill(firstOf, { most, total: stated }) : fill(first, { most });
	return [...outputs.slice(0, most), { json: { note } }];
}

export const deleted: Output = { json: { deleted: true } };

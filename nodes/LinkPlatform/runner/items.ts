import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { toDocumented } from '../api/dialect';
import { isNobody, isRecord, getMessage, getRecord, omit } from '../api/envelope';
import { fill } from '../api/fill';
import type { Input } from './input';
import { hintMessages } from './messages';

/** An output item that isn't yet paired with its input item. */
export interface Output {
	json: IDataObject;
	binary?: Record<string, IBinaryData>;
}

/** Returns the record in a response; `{success: true, message}` if the response only says that a write succeeded. */
export function toRecord(body: unknown): IDataObject {
	const record = getRecord(body);
	if (record && !isNobody(record)) return toDocumented(dropEnvelope(record));
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
 * Limits a list for an AI model to the number of records that it asked for, or that it can read. If there are more, the
 * last item says so, with their total number if that is known.
 */
export function cutForModel(
	outputs: Output[],
	{ isTool, most = Infinity }: Pick<Input, 'isTool' | 'most'>,
	stated = 0,
): Output[] {
	if (!isTool || outputs.length <= most) return outputs;
	const { first, firstOf } = hintMessages;
	const note = stated > most ? fill(firstOf, { most, total: stated }) : fill(first, { most });
	return [...outputs.slice(0, most), { json: { note } }];
}

export const deleted: Output = { json: { deleted: true } };

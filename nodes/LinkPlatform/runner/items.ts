import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { toDocumented } from '../api/dialect';
import { isRecord, getMessage, getRecord, omit } from '../api/envelope';
import { fill } from '../api/fill';
import { MOST_FOR_TOOL } from './input';
import { hintMessages } from './messages';

/** An output item that isn't paired with its input yet. */
export interface Output {
	json: IDataObject;
	binary?: Record<string, IBinaryData>;
}

/** Returns the record of a response; `{success: true, message}` if the response only says that a write is done. */
export function toRecord(body: unknown): IDataObject {
	const record = getRecord(body);
	if (record) return toDocumented(dropEnvelope(record));
	const message = getMessage(body);
	return message === '' ? { success: true } : { success: true, message };
}

/** Returns a record of a list as an item; a plain text becomes `{name}`. */
export function toRow(row: unknown): IDataObject {
	return isRecord(row) ? toDocumented(row) : { name: row as string };
}

/** Removes the envelope: n8n treats an item with only `error` and `message` as failed, even with `error: 0`. */
function dropEnvelope(record: IDataObject): IDataObject {
	const rest = omit(record, ['error', 'message']);
	const isEnvelope = record.error !== undefined && Object.keys(rest).length > 0;
	return isEnvelope ? rest : omit(record, ['error']);
}

/** Cuts a list to the records that a model can read. A last item says how many there are, if that is known. */
export function cutForModel(outputs: Output[], stated = 0): Output[] {
	if (outputs.length <= MOST_FOR_TOOL) return outputs;
	const { first, firstOf } = hintMessages;
	const most = MOST_FOR_TOOL;
	const words =
		stated > most
			? fill(firstOf, { most, total: stated.toLocaleString('en-US') })
			: fill(first, { most });
	return [...outputs.slice(0, most), { json: { note: words.message } }];
}

export const deleted: Output = { json: { deleted: true } };

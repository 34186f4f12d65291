import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { toDocumented } from '../api/dialect';
import { isRecord, getMessage, getRecord, omit } from '../api/envelope';
import { fill } from '../api/fill';
import { MOST_FOR_TOOL } from './input';
import { hintMessages } from './messages';

/** One output item before it is paired with its input. */
export interface Output {
	json: IDataObject;
	binary?: Record<string, IBinaryData>;
}

/** The one record of a response; `{success: true, message}` of a write that Link Platform only says is done. */
export function toRecord(body: unknown): IDataObject {
	const record = getRecord(body);
	if (record) return toDocumented(dropEnvelope(record));
	const message = getMessage(body);
	return message === '' ? { success: true } : { success: true, message };
}

/** A row of a list as an item; plain texts become `{name}`. */
export function toRow(row: unknown): IDataObject {
	return isRecord(row) ? toDocumented(row) : { name: row as string };
}

/** n8n treats an item with only the keys `error` and `message` as failed; Link Platform's `error: 0` is no failure. */
function dropEnvelope(record: IDataObject): IDataObject {
	const rest = omit(record, ['error', 'message']);
	const isEnvelope = record.error !== undefined && Object.keys(rest).length > 0;
	return isEnvelope ? rest : omit(record, ['error']);
}

/** The records that a model can read; a last item says that there are more, and how many if that is known. */
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

import type { IDataObject } from 'n8n-workflow';
import { isRecord, messageOf, payloadOf, without } from '../api/envelope';
import type { Output } from './operation';

/** The one record of an answer; where the service only says that it is done: `{success: true, message}`. */
export function recordOf(body: unknown): IDataObject {
	const payload = payloadOf(body);
	const record = Array.isArray(payload) && payload.length === 1 ? payload[0] : payload;
	if (isRecord(record) && Object.keys(record).length > 0) return withoutEnvelope(record);
	if (Array.isArray(record)) return { items: record as IDataObject[] };
	const message = messageOf(body);
	return { success: true, ...(message ? { message } : {}) };
}

/** A row of a list as an item; plain texts become `{name}`. */
export function rowOf(row: unknown): IDataObject {
	return isRecord(row) ? row : { name: row as string };
}

/** n8n takes an item whose only keys are `error` and `message` for a failed one; the service's `error` is none. */
function withoutEnvelope(record: IDataObject): IDataObject {
	const rest = without(record, ['error', 'message']);
	const isEnvelope = record.error !== undefined && Object.keys(rest).length > 0;
	return isEnvelope ? rest : without(record, ['error']);
}

export const deleted: Output = { json: { deleted: true } };

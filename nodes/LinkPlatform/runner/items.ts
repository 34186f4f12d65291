import type { IDataObject } from 'n8n-workflow';
import { isRecord, getMessage, getPayload, omit } from '../api/envelope';
import { Failure } from '../api/failure';
import { responseMessages } from '../api/messages';
import type { Output } from './operation';

/** The one record of a response; `{success: true, message}` if Link Platform only says that it is done. */
export function toRecord(body: unknown): IDataObject {
	const payload = getPayload(body);
	const record = Array.isArray(payload) && payload.length === 1 ? payload[0] : payload;
	if (isRecord(record) && Object.keys(record).length > 0) return dropEnvelope(record);
	const message = getMessage(body);
	if (Array.isArray(record) && record.length > 0) return { items: record as IDataObject[] };
	if (Array.isArray(record) && message === '') {
		throw Failure.unusable(responseMessages.emptyList);
	}
	return { success: true, ...(message ? { message } : {}) };
}

/** A row of a list as an item; plain texts become `{name}`. */
export function toRow(row: unknown): IDataObject {
	return isRecord(row) ? row : { name: row as string };
}

/** n8n treats an item with only the keys `error` and `message` as failed; Link Platform's `error: 0` is no failure. */
function dropEnvelope(record: IDataObject): IDataObject {
	const rest = omit(record, ['error', 'message']);
	const isEnvelope = record.error !== undefined && Object.keys(rest).length > 0;
	return isEnvelope ? rest : omit(record, ['error']);
}

export const deleted: Output = { json: { deleted: true } };

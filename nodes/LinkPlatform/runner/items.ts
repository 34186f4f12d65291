import type { IDataObject } from 'n8n-workflow';
import { isRecord, getMessage, getPayload, omit } from '../api/envelope';
import { Failure } from '../api/failure';
import { responseMessages } from '../api/messages';
import type { Output } from './operation';

/** The one record of an answer; where Link Platform only says that it is done: `{success: true, message}`. */
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

/** n8n takes an item whose only keys are `error` and `message` for a failed one; Link Platform's `error` is none. */
function dropEnvelope(record: IDataObject): IDataObject {
	const rest = omit(record, ['error', 'message']);
	const isEnvelope = record.error !== undefined && Object.keys(rest).length > 0;
	return isEnvelope ? rest : omit(record, ['error']);
}

export const deleted: Output = { json: { deleted: true } };

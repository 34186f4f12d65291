import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { getShortUrl, toDocumented } from '../api/dialect';
import { isRecord, getMessage, getPayload, getVerdict, omit } from '../api/envelope';
import { Failure } from '../api/failure';
import { fill } from '../api/fill';
import { responseMessages } from '../api/messages';
import type { ApiRequest } from '../api/route';
import { MOST_FOR_TOOL } from './input';
import { hintMessages } from './messages';

/** One output item before it is paired with its input. */
export interface Output {
	json: IDataObject;
	binary?: Record<string, IBinaryData>;
}

/** Routes that are documented to return what they create. Other writes may only say that they are done. */
const CREATION = /(\/add|\/v1\/links|\/upload\/\{fileName\})$/;

/**
 * The one record of a response; `{success: true, message}` of a write that Link Platform only says is done. Fails
 * where `request` asks for a record and there is none, and where it is not known whether a write was carried out.
 */
export function toRecord(body: unknown, request?: Pick<ApiRequest, 'route'>): IDataObject {
	const payload = getPayload(body);
	const record = Array.isArray(payload) && payload.length === 1 ? payload[0] : payload;
	const { route = '' } = request ?? {};
	const isDone = body === undefined || getVerdict(body) === true;
	if (isRecord(record) && Object.keys(record).length > 0) {
		// What has neither an ID nor a short URL, nor says that it succeeded, may be anything but the new record.
		const isNamed = ['id', 'slug', 'key'].some((name) => name in record) || getShortUrl(record);
		const isKnown = isDone || isNamed || !CREATION.test(route);
		if (isKnown) return toDocumented(dropEnvelope(record));
	}
	if (Array.isArray(record) && record.length > 0) return { items: record as IDataObject[] };
	const message = getMessage(body);
	if (route.startsWith('GET ')) {
		const failure = Failure.unusable(responseMessages.noRecord);
		if (message === '') throw failure;
		throw failure.reworded(fill(responseMessages.noRecordBecause, { reason: message }));
	}
	if (CREATION.test(route) && !(isDone && message)) {
		throw Failure.unusable(responseMessages.noNewRecord);
	}
	if (!isDone) throw Failure.unusable(responseMessages.notConfirmed);
	return { success: true, ...(message ? { message } : {}) };
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

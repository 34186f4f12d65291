import type { INodeProperties } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { oncePer } from '../api/once';
import { credentialMessages } from './messages';

const concurrency: INodeProperties = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	default: 5,
	typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
	description: 'Maximum number of requests to send in parallel',
};

const maxWait: INodeProperties = {
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	default: 3600,
	typeOptions: { minValue: 0, numberPrecision: 0 },
	description: 'Maximum total time that one execution may wait because of the rate limit',
};

const timeout: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeout',
	type: 'number',
	default: 60,
	typeOptions: { minValue: 1, numberPrecision: 0 },
	description: 'Maximum time to wait for a response',
};

/** The fields of the credential that set how fast requests are sent, and how long they may take. */
export const pacingFields = [concurrency, maxWait, timeout];

/**
 * Returns the pacing settings of a credential. A missing or empty field has its default. Numbers may be strings, as
 * external secrets return them. Throws for anything else; the message names the field by its label.
 */
export const parsePacing = oncePer((credentials: Record<string, unknown>) => ({
	concurrency: parseWhole(concurrency, credentials.concurrency),
	maxWait: parseWhole(maxWait, credentials.maxWait),
	timeout: parseWhole(timeout, credentials.timeout),
}));

function parseWhole(
	{ displayName: field, default: byDefault, typeOptions }: INodeProperties,
	raw: unknown,
) {
	const text = String(raw ?? '').trim();
	if (text === '') return byDefault as number;
	const number = Number(text);
	const { minValue = 0, maxValue = Infinity } = typeOptions ?? {};
	const { notWhole, tooSmall, tooLarge } = credentialMessages;
	if (!Number.isInteger(number)) throw Failure.input(notWhole, { field });
	if (number < minValue) throw Failure.input(tooSmall, { field, least: String(minValue) });
	if (number > maxValue) throw Failure.input(tooLarge, { field, most: String(maxValue) });
	return number;
}

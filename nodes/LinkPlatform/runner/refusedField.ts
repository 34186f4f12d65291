import type { INodeProperties } from 'n8n-workflow';
import { isRecord } from '../api/envelope';
import type { Failure } from '../api/failure';
import { fill } from '../api/fill';
import type { Input } from './input';
import { fieldMessages } from './messages';

/** `The field "url"`, as the API calls it, also inside of a batch: `"qrs.1.url"`. */
const NAMED = /(?:\bthe )?\b(?:query )?(?:field|parameter) "(?:\w+[.[]\d+\]?\.)?(\w+)"/i;
/** In characters. */
const LONGEST_VALUE = 100;

/** A refusal that names a field, with the label of the node's own and the value that was given. */
export function withFieldLabel(failure: Failure, fields: INodeProperties[], input: Input): Failure {
	const [named, name] = (failure.kind === 'refused' && NAMED.exec(failure.message)) || [];
	if (named === undefined) return failure;
	const collections = fields.filter(({ type }) => type === 'collection');
	const inside = collections.flatMap(({ options = [] }) => options as INodeProperties[]);
	const field = [...fields, ...inside].find((one) => one.name === name);
	if (!field) return failure;
	const message = failure.message.replace(named, `'${field.displayName}'`).replace(/\.$/, '');
	const value = field.typeOptions?.password ? undefined : getValue(name, fields, input);
	return failure.reworded(
		value === undefined ? { message } : fill(fieldMessages.refusedValue, { message, value }),
	);
}

/** As text, from the field itself or the collection that it is in; undefined if it has none. */
function getValue(name: string, fields: INodeProperties[], input: Input): string | undefined {
	const groups = fields.filter(({ type }) => type === 'collection').map((one) => one.name);
	const values = groups.map((group) => input.collection(group)[name]);
	const value = input.has(name) ? input.value(name) : values.find((one) => one !== undefined);
	if (value === undefined || isRecord(value)) return undefined;
	return JSON.stringify(value).slice(0, LONGEST_VALUE);
}

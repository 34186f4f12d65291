import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../api/envelope';
import { Failure } from '../../api/failure';
import type { Input } from '../../runner/input';
import { bioBlockMessages } from './messages';

/** `content` of a block (current API, Bio profiles): the filled-in fields, or the JSON object. */
export function getContent(input: Input): IDataObject {
	if (input.string('contentMode') !== 'json') return input.collection('blockFields');
	const content = input.value('content');
	if (content === undefined) throw input.missing('content');
	if (isRecord(content)) return content;
	const type = Array.isArray(content) ? 'array' : typeof content;
	throw Failure.input(bioBlockMessages.notObject, { field: input.label('content'), type });
}

/** The same for an update, which must change something. */
export function getChangedContent(input: Input): IDataObject {
	const field = input.string('contentMode') === 'json' ? 'content' : 'blockFields';
	return input.nonEmptyCollection(field, getContent(input));
}

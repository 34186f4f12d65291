import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { getTexts } from '../api/texts';
import { fieldMessages } from './messages';
import { toValues } from './parseParameter';

const EXPRESSION =
	/\{\{[^}]*\$(\(|(json|input|node|items?|binary|now|today|vars|env|workflow|execution)\b)/;

/**
 * Throws if a field contains an expression that n8n treats as plain text because the leading `=` is missing. Without
 * this check, every item would be sent with the text of the expression instead of its value. `stored` holds the
 * parameters as the workflow saves them.
 */
export function assertEvaluated(fields: INodeProperties[], stored: INodeParameters): void {
	for (const field of fields) {
		const found = getTexts([stored[field.name]]).find(
			({ text }) => !text.startsWith('=') && EXPRESSION.test(text),
		);
		if (found) throw Failure.input(fieldMessages.notEvaluated, toValues(field, found.text));
	}
}

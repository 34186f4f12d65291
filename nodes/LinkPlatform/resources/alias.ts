import { Failure } from '../api/failure';
import { isWholeAlias } from '../api/identity';
import { text, type Field } from '../runner/fields';
import { fieldMessages } from '../runner/messages';

/**
 * Throws if an alias would have to be escaped in a URL. URL parsers would cut off or change such an alias, and the
 * result could lead to another page.
 */
export const assertAlias: NonNullable<Field['check']> = (alias, shown) => {
	if (!isWholeAlias(alias)) throw Failure.input(fieldMessages.brokenAlias, shown);
};

/** Creates a text field for an alias, the last part of a URL. */
export function aliasText(displayName: string, name: string, more: Partial<Field>) {
	return text(displayName, name, { ...more, check: assertAlias });
}

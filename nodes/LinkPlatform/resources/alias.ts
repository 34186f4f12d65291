import { Failure } from '../api/failure';
import { isWholeAlias } from '../api/identity';
import type { Field } from '../runner/fields';
import { fieldMessages } from '../runner/messages';

/**
 * The check of every field for an alias. Throws if the alias would have to be escaped in a URL. URL parsers would cut off or change such an alias, and the
 * result could lead to another page.
 */
export const assertAlias: NonNullable<Field['check']> = (alias, shown) => {
	if (!isWholeAlias(alias)) throw Failure.input(fieldMessages.brokenAlias, shown);
};

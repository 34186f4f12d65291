import { Failure } from '../api/failure';
import { isWholeAlias } from '../api/identity';
import type { Field } from '../runner/fields';
import { fieldMessages } from '../runner/messages';

/**
 * Throws if the alias can't be part of a URL unchanged. Every field for an alias uses this check: a URL parser would cut
 * or change such an alias, so the URL could lead to another page.
 */
export const assertAlias: NonNullable<Field['check']> = (alias, shown) => {
	if (!isWholeAlias(alias)) throw Failure.input(fieldMessages.brokenAlias, shown);
};

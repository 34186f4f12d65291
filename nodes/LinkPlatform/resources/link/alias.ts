import { Failure } from '../../api/failure';
import { isWholeAlias } from '../../api/identity';
import { linkMessages } from './messages';

/**
 * Throws for an alias that a URL can't contain as it is: a part would be cut off, and the rest lead to another link.
 */
export function assertAlias(alias: string, field = 'Alias'): void {
	if (isWholeAlias(alias)) return;
	throw Failure.input(linkMessages.brokenAlias, { field, alias: JSON.stringify(alias) });
}

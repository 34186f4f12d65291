import { Failure } from '../../api/failure';
import { isWholeAlias } from '../../api/identity';
import { linkMessages } from './messages';

/**
 * Throws if an alias would have to be escaped in a URL. URL parsers would cut off or change such an alias, and the
 * result could lead to another link.
 */
export function assertAlias(alias: string, field = 'Alias'): void {
	if (isWholeAlias(alias)) return;
	throw Failure.input(linkMessages.brokenAlias, { field, alias: JSON.stringify(alias) });
}

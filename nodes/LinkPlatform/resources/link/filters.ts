import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { collection, date, text, whole } from '../../runner/fields';
import { getAlias, getCount, getMoment, getShortUrl, getTarget } from '../../api/dialect';
import { Failure } from '../../api/failure';
import { getHost, getLinkHost, hasPart, toAliasKey, toDecoded } from '../../api/identity';
import { startOf } from '../../runner/dates';
import type { Input } from '../../runner/input';
import { domain } from './fields';
import { linkMessages } from './messages';

/** A condition that links have to meet, from one field of 'Filters'. */
export interface Condition {
	/** The property that the condition checks, in one word, e.g. "date". */
	about: string;
	/** Returns whether a link meets the condition; undefined if the link's record lacks the property. */
	isMet: (link: IDataObject) => boolean | undefined;
	/** True once a link has the property. */
	isKnown: boolean;
	/** The number of links that lack the property. */
	unknown: number;
}

export const filters = collection('Filters', [
	text('Alias Prefix', 'aliasPrefix', { placeholder: 'e.g. spring-' }),
	date('Created After', 'createdAfter', {
		description: "Links created at or after this time, in the workflow's time zone",
	}),
	date('Created Before', 'createdBefore', {
		description: "Links created before this time, in the workflow's time zone",
	}),
	domain,
	whole('Max Clicks', 'maxClicks', 0, {
		description: 'All-time clicks. Set to 0 for links nobody has clicked.',
	}),
	whole('Min Clicks', 'minClicks', 0, {
		default: 1,
		description: 'All-time clicks',
	}),
	text('Search', 'search', {
		placeholder: 'e.g. utm_campaign=spring',
		description: 'Text in the alias, short URL or target URL',
	}),
]);

type Texts = Partial<Record<string, string>>;
type Numbers = Partial<Record<string, number>>;

/** Returns the conditions from the field 'Filters'. */
export function getConditions(input: Input): Condition[] {
	const given = input.collection('filters');
	const { search, aliasPrefix, domain: host, createdAfter, createdBefore } = given as Texts;
	const { minClicks, maxClicks } = given as Numbers;
	const conditions: Condition[] = [];
	const add = (about: string, isMet: Condition['isMet']) =>
		conditions.push({ about, isMet, isKnown: false, unknown: 0 });
	if (search !== undefined) add('URL', (link) => contains(link, search));
	if (aliasPrefix !== undefined) add('alias', (link) => startsWith(getAlias(link), aliasPrefix));
	if (host !== undefined) add('domain', (link) => isOn(link, host));
	if (minClicks !== undefined && maxClicks !== undefined && minClicks > maxClicks)
		throw Failure.input(linkMessages.noClicksFit, { minClicks, maxClicks });
	if (minClicks !== undefined || maxClicks !== undefined) {
		add('clicks', (link) => isWithin(getCount(link, 'clicks'), minClicks, maxClicks));
	}
	const after = toMoment(createdAfter, input.timezone);
	const before = toMoment(createdBefore, input.timezone);
	if (after !== undefined || before !== undefined) {
		// 'Created Before' excludes the entered time itself.
		add('date', (link) => isWithin(getMoment(link), after, (before ?? Infinity) - 1));
	}
	return conditions;
}

function contains(link: IDataObject, search: string): boolean | undefined {
	const stated = [getAlias(link), getShortUrl(link), getTarget(link)];
	const texts = stated.filter((text) => text !== undefined);
	if (texts.length === 0) return undefined;
	return texts.some((text) => hasPart(text, search));
}

function startsWith(alias: string | undefined, prefix: string): boolean | undefined {
	return alias === undefined
		? undefined
		: toAliasKey(alias).startsWith(toDecoded(prefix).replace(/^\/+/, ''));
}

function isOn(link: IDataObject, wanted: string): boolean | undefined {
	const host = getLinkHost(link);
	return host === '' ? undefined : host === getHost(wanted);
}

function isWithin(value?: number, least = -Infinity, most = Infinity): boolean | undefined {
	return value === undefined ? undefined : value >= least && value <= most;
}

/**
 * Converts a date in a field to a timestamp in ms. A date without a time means the start of that day in the time
 * zone.
 */
function toMoment(date: string | undefined, timezone: string): number | undefined {
	if (date === undefined) return undefined;
	const moment = DateTime.fromISO(date, { zone: timezone });
	return (date.includes('T') ? moment : startOf('day', moment)).toMillis();
}

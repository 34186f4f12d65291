import { DateTime, Interval } from 'luxon';
import { shorten } from '../../api/fill';
import type { Bar, Report } from './report';
import type { Clicks } from './reportTotals';
import type { TimeSpan } from './timeSpan';

const LONGEST = 80;
/** Unicode characters that set the writing direction of the text after them. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns a name or URL from outside as one short line. */
export function toLine(text: string): string {
	const line = text
		.replace(DIRECTIONS, '')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return shorten(line, LONGEST).toWellFormed();
}

/** Returns a number with separators for thousands. */
export const toCount = (count: number) => count.toLocaleString('en');

/**
 * Returns the change, e.g. '+12.5%'; '' if nothing is compared, or if the clicks of the previous period aren't known.
 */
export function toChange({ change, previousClicks }: Clicks): string {
	if (typeof change === 'number') return `${change > 0 ? '+' : ''}${toCount(change)}%`;
	return previousClicks === 0 ? 'none before' : '';
}

/** Returns the total, e.g. '1,204 clicks on 20 of 154 links'. */
export function toTotal({ total, clickedOn }: Report): string {
	const unit = total.clicks === 1 ? 'click' : 'clicks';
	return `${toCount(total.clicks)} ${unit}${clickedOn}`;
}

/** Returns the dates of a period, e.g. '16–22 Nov 2026', in the time zone of the report. */
export function toDates({ from, to }: TimeSpan): string {
	const interval = Interval.fromISO(`${from}/${to}`, { setZone: true });
	return interval.toLocaleString(DateTime.DATE_MED, { locale: 'en-GB' });
}

/** Returns the subject of the email, e.g. 'Click report: 1,204 clicks on 20 of 154 links (+12.5%), 16–22 Nov 2026'. */
export function toSubject(report: Report): string {
	const { name, total, current } = report;
	return `${toLine(name)}: ${toTotal(report)}${inBrackets(toChange(total))}, ${toDates(current)}`;
}

/** Returns the footnote: the period that the clicks are compared with, and the time zone. */
export function toFootnote({ previous, timezone }: Report): string {
	const compared = previous ? `Compared with ${toDates(previous)}. ` : '';
	return `${compared}Time zone: ${timezone}.`;
}

/**
 * Returns the report as plain text, for mail programs without HTML. Unicode marks isolate each name, so that a name
 * in Arabic doesn't move the numbers next to it.
 */
export function toText(report: Report): string {
	const isolate = (text: string) => `\u2068${toLine(text)}\u2069`;
	const toBar = (bar: Bar) =>
		`- ${isolate(bar.label)}: ${toCount(bar.clicks)}${inBrackets(toChange(bar))}`;
	const facts = report.facts.map(([label, value]) => `${label}: ${isolate(value)}`);
	const sections = report.sections.flatMap(({ title, bars }) => ['', title, ...bars.map(toBar)]);
	return [toSubject(report), ...facts, ...sections, '', toFootnote(report), ''].join('\n');
}

const inBrackets = (text: string) => (text === '' ? '' : ` (${text})`);

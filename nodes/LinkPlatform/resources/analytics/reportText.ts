import { DateTime } from 'luxon';
import type { Bar, Report } from './report';
import type { Clicks } from './reportTotals';
import type { TimeSpan } from './timeSpan';

const LONGEST = 80;
/** The largest change that is shown, in percent. A larger number would be wider than its column. */
const MOST_PERCENT = 999;
/** Unicode characters that set the writing direction of the text after them. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns a name or URL from outside as one short line. */
export function toLine(text: string): string {
	const line = text
		.toWellFormed()
		.replace(DIRECTIONS, '')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	const letters = [...line];
	return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : line;
}

/** Returns a number with separators for thousands. */
export const toCount = (count: number) => count.toLocaleString('en');

/** Returns e.g. '+12.5%', or '' if nothing is compared or neither period has clicks. */
export function toChange({ clicks, change, previousClicks }: Clicks): string {
	if (change === undefined || previousClicks === null) return '';
	if (previousClicks === 0) return clicks === 0 ? '' : 'none before';
	if (Number(change) > MOST_PERCENT) return `>+${MOST_PERCENT}%`;
	const sign = Number(change) > 0 ? '+' : '';
	return `${sign}${toCount(Number(change))}%`.replace('-', '\u2212');
}

/** Returns e.g. '16 Nov – 22 Nov 2026', in the time zone of the report. */
export function toDates({ from, to }: TimeSpan): string {
	const [first, last] = [from, to].map((iso) => DateTime.fromISO(iso, { setZone: true }));
	const end = last.setLocale('en').toFormat('d MMM yyyy');
	if (first.hasSame(last, 'day')) return end;
	const pattern = first.hasSame(last, 'year') ? 'd MMM' : 'd MMM yyyy';
	return `${first.setLocale('en').toFormat(pattern)} – ${end}`;
}

/** Returns the text for a section without bars: 'None' if there were no clicks, 'Not known' if they can't be read. */
export const toNothing = (bars: Bar[] | undefined) => (bars ? 'None' : 'Not known');

/** Returns 'click' or 'clicks', to match the number. */
export const toUnit = (clicks: number) => (clicks === 1 ? 'click' : 'clicks');

/** Returns e.g. 'Click report: 1,204 clicks (+12.5%), 16 Nov – 22 Nov 2026'. */
export function toSubject({ name, total, current }: Report): string {
	const change = toChange(total);
	const count = `${toCount(total.clicks)} ${toUnit(total.clicks)}`;
	return `${toLine(name) || 'Click report'}: ${count}${change ? ` (${change})` : ''}, ${toDates(current)}`;
}

/** Returns the footnote: the period that the clicks are compared with, and the time zone. */
export function toFootnote({ previous, timezone }: Report): string {
	const compared = previous ? `Compared with ${toDates(previous)}. ` : '';
	return `${compared}Time zone: ${timezone}.`;
}

/**
 * Returns the report as plain text, for mail programs without HTML. Names are isolated with Unicode marks, so that a
 * name in Arabic doesn't move the numbers next to it.
 */
export function toText(report: Report): string {
	const { clickedOn, facts, sections } = report;
	const isolate = (text: string) => `\u2068${toLine(text)}\u2069`;
	const toBar = (bar: Bar) => {
		const change = toChange(bar);
		const country = bar.topCountry ? `, most from ${isolate(bar.topCountry)}` : '';
		return `- ${isolate(bar.label)}: ${toCount(bar.clicks)}${change ? ` (${change})` : ''}${country}`;
	};
	const lines = [
		toSubject(report),
		...(clickedOn ? [clickedOn] : []),
		...facts.map(([label, value]) => `${label}: ${isolate(value)}`),
		...sections.flatMap(({ title, bars }) => [
			'',
			title,
			...(bars?.length ? bars.map(toBar) : [toNothing(bars)]),
		]),
		'',
		toFootnote(report),
	];
	return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

import { DateTime } from 'luxon';
import type { Report } from './report';
import type { Comparison, Spans } from './reportRows';

const LONGEST = 80;
/** A larger change says no more, and is wider than its column. */
const MOST_PERCENT = 999;
/** Change the direction of the text that follows them. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A name or URL that somebody else chose, as one short line. */
export function toLine(text: string): string {
	const line = text
		.toWellFormed()
		.replace(DIRECTIONS, '')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	const letters = [...line];
	return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : line;
}

/** A number with separators. */
export const toCount = (count: number) => count.toLocaleString('en');

/** '+12.5%'; '' where nothing is compared. */
export function toChange({ change, previousClicks }: Comparison): string {
	if (previousClicks === undefined || change === undefined) return '';
	if (change === null) return 'new';
	if (change > MOST_PERCENT) return `>+${MOST_PERCENT}%`;
	const sign = change > 0 ? '+' : '';
	return `${sign}${toCount(change)}%`.replace('-', '\u2212');
}

/** '16 Nov – 22 Nov 2026', in the time zone of the report. */
export function toDates({ from, to }: Spans['current']): string {
	const [first, last] = [from, to].map((iso) => DateTime.fromISO(iso, { setZone: true }));
	const end = last.setLocale('en').toFormat('d MMM yyyy');
	if (first.hasSame(last, 'day')) return end;
	const pattern = first.hasSame(last, 'year') ? 'd MMM' : 'd MMM yyyy';
	return `${first.setLocale('en').toFormat(pattern)} – ${end}`;
}

/** 'Tue 17 Nov'; the text itself if it is no ISO date. */
export function toDay(text: string): string {
	const date = DateTime.fromISO(text, { setZone: true });
	return date.isValid ? date.setLocale('en').toFormat('ccc d MMM') : text;
}

/** What follows the number of clicks. */
export const toUnit = (clicks: number) => (clicks === 1 ? 'click' : 'clicks');

/** 'Click report: 1,204 clicks (+12.5%), 16 Nov – 22 Nov 2026' */
export function toSubject({ name, total, spans }: Report): string {
	const change = toChange(total);
	const count = `${toCount(total.clicks)} ${toUnit(total.clicks)}`;
	return `${toLine(name) || 'Click report'}: ${count}${change ? ` (${change})` : ''}, ${toDates(spans.current)}`;
}

/** What the clicks are compared with, and whose days these are. */
export function toFootnote({ spans, timezone }: Report): string {
	const compared = spans.previous ? `Compared with ${toDates(spans.previous)}. ` : '';
	return `${compared}Time zone: ${timezone}.`;
}

/** The report for mail programs that show no HTML. Names are isolated, so that none turns the figures beside it. */
export function toText(report: Report): string {
	const { clickedOn, facts, sections } = report;
	const isolate = (text: string) => `\u2068${toLine(text)}\u2069`;
	const toBar = ({ label, clicks, ...comparison }: Report['sections'][0]['bars'][0]) => {
		const change = toChange(comparison);
		return `- ${isolate(label)}: ${toCount(clicks)}${change ? ` (${change})` : ''}`;
	};
	const lines = [
		toSubject(report),
		...(clickedOn ? [clickedOn] : []),
		...facts.map(([label, value]) => `${label}: ${isolate(value)}`),
		...sections.flatMap(({ title, bars }) => [
			'',
			title,
			...(bars.length > 0 ? bars.map(toBar) : ['None']),
		]),
		'',
		toFootnote(report),
	];
	return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

import type { Bar, Report } from './report';
import type { Clicks } from './reportTotals';
import {
	toChange,
	toCount,
	toDates,
	toFootnote,
	toLine,
	toNothing,
	toSubject,
	toUnit,
} from './reportText';

const FONT = 'font-family:Arial,Helvetica,sans-serif';
const COLORS = { text: '#111827', muted: '#4b5563', rise: '#166534', fall: '#991b1b' };
type Kind = keyof typeof COLORS;

/** Styles for mail programs with dark mode. Other programs show the inline colors, or invert them. */
const DARK = `@media (prefers-color-scheme: dark) {
.page { background-color: #111827 !important }
.card { background-color: #1f2937 !important }
.text { color: #f9fafb !important }
.muted { color: #d1d5db !important }
.rise { color: #86efac !important }
.fall { color: #fca5a5 !important }
.bar { background-color: #60a5fa !important }
.rest { background-color: #374151 !important }
}`;

/** Escapes a string, so that it can't end an element or an attribute. */
function escape(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Returns text from outside (e.g. a link's name) as one short line. Its letters decide whether it runs right to left,
 * but it stays on the same side of the line.
 */
function foreign(text: string): string {
	return `<span dir="auto">${escape(toLine(text))}</span>`;
}

const TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">';

/**
 * Returns the report as an HTML email. The bars are tables with colored cells, which Outlook also shows. The email
 * loads nothing from the internet.
 */
export function toHtml(report: Report): string {
	const { name, url, total, clickedOn, current, facts, sections } = report;
	return toPage(toSubject(report), [
		cell(paragraph(linked(name || 'Click report', url), 20, 'text', 'font-weight:bold')),
		cell(paragraph(toDates(current), 14, 'muted')),
		cell(
			paragraph(toCount(total.clicks), 36, 'text', 'font-weight:bold') +
				paragraph(`${toUnit(total.clicks)} ${clickedOn}`, 14, 'muted') +
				change(total, 16),
			'padding-top:16px',
		),
		...facts.map(([label, value]) =>
			cell(paragraph(`${label}: ${foreign(value)}`, 14, 'text'), 'padding-top:8px'),
		),
		...sections.flatMap(toRows),
		cell(paragraph(escape(toFootnote(report)), 12, 'muted'), 'padding-top:24px'),
	]);
}

function toRows({ title, bars }: Report['sections'][0]): string[] {
	const shown = bars ?? [];
	const most = Math.max(...shown.map(({ clicks }) => clicks));
	return [
		cell(paragraph(title, 16, 'text', 'font-weight:bold'), 'padding-top:24px'),
		...(shown.length === 0 ? [cell(paragraph(toNothing(bars), 14, 'muted'))] : []),
		...shown.map((bar) => cell(line(bar) + scale(bar.clicks, most), 'padding-top:10px')),
	];
}

function toPage(title: string, rows: string[]): string {
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>
${DARK}
</style>
</head>
<body class="page" bgcolor="#f3f4f6" style="margin:0;padding:0;background-color:#f3f4f6">
<table role="presentation" dir="ltr" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f4f6" style="background-color:#f3f4f6"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:600px;background-color:#ffffff"><tr><td style="padding:24px 20px">
${TABLE}
${rows.join('\n')}
</table>
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

function cell(content: string, style = ''): string {
	return `<tr><td${style ? ` style="${style}"` : ''}>${content}</td></tr>`;
}

/** Returns a paragraph. `content` is HTML. */
function paragraph(content: string, size: number, kind: Kind, style = ''): string {
	const rest = style ? `;${style}` : '';
	return `<p class="${kind}" style="margin:0;${FONT};font-size:${size}px;line-height:${Math.round(size * 1.4)}px;color:${COLORS[kind]};word-break:break-word${rest}">${content}</p>`;
}

/** Returns the label of a bar, as a link if its URL starts with http(s). */
function linked(label: string, url = ''): string {
	const text = foreign(label);
	if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return text;
	const { href } = new URL(url);
	return `<a href="${escape(href)}" class="text" style="color:${COLORS.text};text-decoration:underline">${text}</a>`;
}

function change(clicks: Clicks, size: number): string {
	const text = toChange(clicks);
	const percent = clicks.change ?? 0;
	const kind = percent > 0 ? 'rise' : percent < 0 ? 'fall' : 'muted';
	return text && paragraph(escape(text), size, kind, 'font-weight:bold');
}

/** Returns the label of a bar, with its clicks at the end of the line. */
function line(bar: Bar): string {
	const { label, url, note, topCountry, clicks } = bar;
	const notes = [note && foreign(note), topCountry && `Most from ${foreign(topCountry)}`];
	const below = notes.map((text) => text && paragraph(text, 12, 'muted'));
	const name = paragraph(linked(label, url), 14, 'text') + below.join('');
	const figures = paragraph(toCount(clicks), 14, 'text', 'font-weight:bold') + change(bar, 12);
	return `${TABLE}<tr><td valign="top" style="padding-bottom:4px">${name}</td><td valign="top" align="right" width="90" style="padding:0 0 4px 12px">${figures}</td></tr></table>`;
}

/** Returns a bar as table cells: its colored part and the rest. */
function scale(clicks: number, most: number): string {
	const percent = clicks > 0 ? Math.max(1, Math.round((clicks / most) * 100)) : 0;
	const part = (share: number, kind: string, color: string) =>
		share === 0
			? ''
			: `<td class="${kind}" width="${share}%" height="8" bgcolor="${color}" style="background-color:${color};font-size:1px;line-height:8px">&nbsp;</td>`;
	const parts = part(percent, 'bar', '#2563eb') + part(100 - percent, 'rest', '#e5e7eb');
	return `${TABLE}<tr>${parts}</tr></table>`;
}

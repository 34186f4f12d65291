import type { Bar, Report } from './report';
import type { Clicks } from './reportTotals';
import { toChange, toCount, toDates, toFootnote, toLine, toSubject, toTotal } from './reportText';

const FONT = 'font-family:Arial,Helvetica,sans-serif';
const COLORS = { text: '#111827', muted: '#4b5563', rise: '#166534', fall: '#991b1b' };

/** Styles for mail programs with dark mode. Other programs show the inline colors, or invert them. */
const DARK = `@media (prefers-color-scheme: dark) {
.page { background-color: #111827 !important }
.card { background-color: #1f2937 !important }
.text { color: #f9fafb !important }
.muted { color: #d1d5db !important }
.rise { color: #86efac !important }
.fall { color: #fca5a5 !important }
.bar { background-color: #60a5fa !important }
}`;

/** Escapes a string, so that it can't end an element or an attribute. */
function escape(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Returns external text (e.g. a link's name) as one short line. Arabic or Hebrew letters run from right to left, but
 * the text keeps its place in the line.
 */
function foreign(text: string): string {
	return `<span dir="auto">${escape(toLine(text))}</span>`;
}

const TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">';

/**
 * Returns the report as an HTML email. The bars are table cells with a color, which Outlook also shows. The email loads
 * nothing from the internet.
 */
export function toHtml(report: Report): string {
	const { name, url, total, current, facts, sections } = report;
	return toPage(toSubject(report), [
		paragraph(linked(name, url), 20, 'text', 'font-weight:bold'),
		paragraph(toDates(current), 14, 'muted'),
		paragraph(toTotal(report), 24, 'text', 'font-weight:bold;padding-top:16px'),
		change(total, 16),
		...facts.map(([label, value]) => paragraph(`${label}: ${foreign(value)}`, 14, 'text')),
		...sections.flatMap(({ title, bars }) => [
			paragraph(title, 16, 'text', 'font-weight:bold;padding-top:24px'),
			...bars.map((bar) => line(bar) + scale(bar, bars)),
		]),
		paragraph(escape(toFootnote(report)), 12, 'muted', 'padding-top:24px'),
	]);
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
${rows.map((row) => `<tr><td style="padding-top:8px">${row}</td></tr>`).join('\n')}
</table>
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

/** Returns a paragraph. `content` is HTML. */
function paragraph(content: string, size: number, kind: keyof typeof COLORS, style = ''): string {
	return `<p class="${kind}" style="margin:0;${FONT};font-size:${size}px;line-height:${Math.round(size * 1.4)}px;color:${COLORS[kind]};word-break:break-word;${style}">${content}</p>`;
}

/** Returns a label, as a link if its URL starts with http(s). */
function linked(label: string, url = ''): string {
	const text = foreign(label);
	if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return text;
	const { href } = new URL(url);
	return `<a href="${escape(href)}" class="text" style="color:${COLORS.text};text-decoration:underline">${text}</a>`;
}

function change(clicks: Clicks, size: number): string {
	const percent = clicks.change ?? 0;
	const kind = percent > 0 ? 'rise' : percent < 0 ? 'fall' : 'muted';
	return paragraph(toChange(clicks), size, kind, 'font-weight:bold');
}

/** Returns the label of a bar, with its clicks at the end of the line. */
function line(bar: Bar): string {
	const { label, url, note = '', clicks } = bar;
	const name = paragraph(linked(label, url), 14, 'text') + paragraph(foreign(note), 12, 'muted');
	const count = paragraph(toCount(clicks), 14, 'text', 'font-weight:bold') + change(bar, 12);
	return `${TABLE}<tr><td valign="top" style="padding-bottom:4px">${name}</td><td valign="top" align="right" width="90" style="padding:0 0 4px 12px">${count}</td></tr></table>`;
}

/** Returns a bar whose length is relative to the largest bar. */
function scale({ clicks }: Bar, bars: Bar[]): string {
	if (clicks === 0) return '';
	const most = Math.max(...bars.map((bar) => bar.clicks));
	const percent = Math.max(1, Math.round((clicks / most) * 100));
	return `<table role="presentation" width="${percent}%" cellpadding="0" cellspacing="0" border="0"><tr><td class="bar" height="8" bgcolor="#2563eb" style="background-color:#2563eb;font-size:1px;line-height:8px">&nbsp;</td></tr></table>`;
}

import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getAlias, getCount, getShortUrl, getTarget } from '../../api/dialect';
import { scalarToText } from '../../api/envelope';
import { Failure } from '../../api/failure';
import { fill } from '../../api/fill';
import { readPages, type List } from '../../api/paging';
import { toRequest } from '../../api/route';
import type { Input } from '../../runner/input';
import { toRow } from '../../runner/items';
import { mapAll } from '../../runner/mapConcurrent';
import type { OperationContext } from '../../runner/operation';
import { sendForRecord, toItemRequest } from '../../runner/requests';
import { toCampaign } from '../legacyCampaign/record';
import { findLinks } from '../link/findLinks';
import { toBreakdownList } from './breakdowns';
import { clicksList } from './getLinkClicks';
import { analyticsMessages } from './messages';
import {
	compare,
	isSilent,
	readMostClicked,
	readTotals,
	toClicks,
	toLinkStats,
	type Clicks,
	type LinkTotals,
	type Totals,
} from './reportTotals';
import { toDay, toPreviousSpan, toTimeSpan, type Period, type TimeSpan } from './timeSpan';

/** A bar of a report. */
export interface Bar extends Clicks {
	label: string;
	/** The URL that the label links to. */
	url?: string;
	/** Text below the label. */
	note?: string;
}

/** A report before it is converted to items or an email. */
export interface Report extends Days {
	/** The name of the link or campaign that the report is about; 'Click report' for several links. */
	name: string;
	url?: string;
	/** The text after the number of clicks, e.g. ' on 20 of 154 links'. */
	clickedOn: string;
	total: Clicks;
	/** Key figures, as pairs of label and value. */
	facts: Array<[string, string]>;
	/** The sections of the email. */
	sections: Array<{ title: string; bars: Bar[] }>;
	items: IDataObject[];
}

/** The period of the report, and the previous period if the two are compared. */
interface Days {
	timezone: string;
	current: TimeSpan;
	previous?: TimeSpan;
}

/** The sections of an email about one link: its clicks by day, and the top five countries and websites. */
const SECTIONS = [
	{ title: 'Clicks by day', list: clicksList },
	{ title: 'Countries, all time', list: toBreakdownList('countries') },
	{ title: 'Websites, all time', list: toBreakdownList('referrers') },
];
const MOST_DAYS = 31;

/** Reads the report that the fields of an item describe. */
export async function readReport(input: Input, context: OperationContext): Promise<Report> {
	const { timezone, createdAt } = input;
	const period = input.string('period') as Period;
	const current = toTimeSpan(period, timezone, createdAt);
	const isCompared = input.boolean('compare');
	const previous = isCompared ? toPreviousSpan(period, timezone, createdAt) : undefined;
	const days = { timezone, current, previous };
	const isOnLinks = input.string('reportOn') === 'links';
	return await (isOnLinks ? readLinks : readOne)(input, context, days);
}

/** Reads the most clicked links that meet the filters. */
async function readLinks(input: Input, context: OperationContext, days: Days): Promise<Report> {
	const { client, addHint } = context;
	const { current, previous } = days;
	const limit = input.number('limit') ?? 50;
	const { links } = await findLinks(input, context);
	const most = await readMostClicked(links, current, limit, context);
	if (!most.isComplete) {
		addHint(fill(analyticsMessages.mostRead, { count: links.length }));
	}
	// The change in total, which only an email states, has to compare all links: the most clicked ones have mostly risen.
	const isOfAll = most.isWhole && input.string('outputAs') === 'html';
	const wanted = isOfAll ? most.rows : most.rows.slice(0, limit);
	const rows = await mapAll(wanted, context, async (row) =>
		previous && isSilent(row.link)
			? { ...row, ...toClicks(0, 0) }
			: await compare(client, toLinkStats(row.link), row, previous),
	);
	const clicked = rows.filter(({ clicks }) => clicks > 0);
	const bars = clicked.slice(0, limit).map(toLinkBar);
	const counted = isOfAll ? clicked.length : `the ${rows.length} most clicked`;
	return {
		...days,
		name: 'Click report',
		clickedOn: ` on ${counted} of ${links.length - most.gone} links`,
		total: toSum(rows, isOfAll && previous !== undefined),
		facts: [],
		sections: bars.length > 0 ? [{ title: 'Most clicked links', bars }] : [],
		items: rows.map(({ link, ...totals }) => ({ ...toLinkFields(link), ...totals })),
	};
}

/** Returns the clicks of all links together, and of the previous period if the two are compared. */
function toSum(rows: Clicks[], isCompared: boolean): Clicks {
	const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
	const clicks = sum(rows.map((row) => row.clicks));
	const before = sum(rows.map((row) => row.previousClicks ?? NaN));
	return isCompared ? toClicks(clicks, isNaN(before) ? null : before) : { clicks };
}

function toLinkBar({ link, topCountry, ...row }: LinkTotals): Bar {
	const country = topCountry && `Most from ${topCountry}`;
	const note = [country, getTarget(link)].filter(Boolean).join(', ');
	return { ...row, label: toLinkName(link), url: getShortUrl(link), note };
}

/** Reads one link, or all links of a campaign together. */
async function readOne(input: Input, context: OperationContext, days: Days): Promise<Report> {
	const { client } = context;
	const isLink = input.string('reportOn') === 'link';
	const field = isLink ? 'linkId' : 'campaignId';
	const route = isLink ? 'GET /api/url/{linkId}' : 'GET /api/campaign/{campaignId}';
	const found = await sendForRecord(client, toItemRequest(route, input));
	const record: IDataObject = { ...found, id: input.id(field) };
	const name = isLink ? toLinkName(record) : scalarToText(toCampaign(record).name ?? record.id);
	const stats = toItemRequest(`${route}/stats`, input);
	const now = await readTotals(client, stats, days.current);
	const totals = await compare(client, stats, now, days.previous);
	const sections: Report['sections'] = [];
	for (const { title, list } of isLink && input.string('outputAs') === 'html' ? SECTIONS : []) {
		const bars = await readBars(client, list, record.id, days.current);
		if (bars.length > 0) sections.push({ title, bars });
	}
	const about = isLink ? toLinkFields(record) : { campaignId: record.id, name };
	return {
		...days,
		name,
		url: getShortUrl(record),
		clickedOn: '',
		total: totals,
		facts: toFacts(totals),
		sections,
		items: [{ ...about, ...totals }],
	};
}

/** Reads the bars of a section. Throws if a count can't be read. */
async function readBars(
	client: Client,
	list: List,
	linkId: unknown,
	span: TimeSpan,
): Promise<Bar[]> {
	const isByDay = list === clicksList;
	const query = isByDay ? { ...span, granularity: 'day' } : undefined;
	const request = { ...toRequest(list.route, { linkId }), query };
	const bars: Bar[] = [];
	for await (const page of readPages(client, list, request)) bars.push(...page.map(toBar));
	if (!isByDay) return bars.sort((a, b) => b.clicks - a.clicks).slice(0, 5);
	return bars.slice(0, MOST_DAYS).map((bar) => ({ ...bar, label: toDay(bar.label) }));
}

function toBar(entry: unknown): Bar {
	const counts = toRow(entry);
	const clicks = getCount(counts, 'clicks');
	if (clicks === undefined) throw Failure.unusable(analyticsMessages.noClicks);
	const label = [counts.name, counts.date, counts.code].map(scalarToText).find(Boolean);
	return { label: label ?? 'Not known', clicks };
}

function toFacts({ uniqueVisitors, topCountry, topReferrer }: Totals): Report['facts'] {
	const facts: Report['facts'] = [
		['Visitors', uniqueVisitors?.toLocaleString('en') ?? ''],
		['Top country', topCountry],
		['Top website', topReferrer],
	];
	return facts.filter(([, value]) => value !== '');
}

function toLinkFields(link: IDataObject): IDataObject {
	return {
		linkId: link.id,
		alias: getAlias(link) ?? '',
		shorturl: getShortUrl(link) ?? '',
		longurl: getTarget(link) ?? '',
	};
}

/** Returns a name for the link: its short URL without the scheme, otherwise its alias or ID. */
function toLinkName(link: IDataObject): string {
	const address = getShortUrl(link)?.replace(/^https?:\/\//i, '');
	return address ?? getAlias(link) ?? scalarToText(link.id);
}

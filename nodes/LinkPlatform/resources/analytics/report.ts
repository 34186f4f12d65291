import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { getAlias, getCount, getShortUrl, getTarget } from '../../api/dialect';
import { scalarToText } from '../../api/envelope';
import { fill } from '../../api/fill';
import { readPages, type List } from '../../api/paging';
import { toRequest } from '../../api/route';
import type { Input } from '../../runner/input';
import { toRow } from '../../runner/items';
import type { OperationContext } from '../../runner/operation';
import { toCampaign } from '../legacyCampaign/record';
import { findLinks } from '../link/findLinks';
import { sendForRecord, toItemRequest } from '../../runner/requests';
import { toBreakdownList } from './breakdowns';
import { clicksList } from './getLinkClicks';
import { analyticsMessages } from './messages';
import {
	compare,
	mapAll,
	readFigures,
	readMostClicked,
	toClicks,
	toLinkStats,
	type Clicks,
	type Figures,
} from './reportFigures';
import { toDay, toPreviousSpan, toTimeSpan, type Period, type TimeSpan } from './timeSpan';

/** A bar of a report. */
export interface Bar extends Clicks {
	label: string;
	/** Where the label leads. */
	url?: string;
	/** Below the label. */
	note?: string;
	topCountry?: string;
}

/** A report before it becomes items or an email. */
export interface Report extends Days {
	/** What it is about; '' for links in general. */
	name: string;
	url?: string;
	/** What was clicked, after the number of clicks. */
	clickedOn: string;
	total: Clicks;
	/** Label and value. */
	facts: Array<[string, string]>;
	/** Without bars if Link Platform's figures can't be read. */
	sections: Array<{ title: string; bars?: Bar[] }>;
	items: IDataObject[];
}

/** A period and the one before, if it is compared. */
interface Days {
	timezone: string;
	current: TimeSpan;
	previous?: TimeSpan;
}

/** The parts of the email about one link: a list, of which the days or the first five are shown. */
const SECTIONS = [
	{ title: 'Clicks by day', list: clicksList },
	{ title: 'Countries, all time', list: toBreakdownList('countries') },
	{ title: 'Websites, all time', list: toBreakdownList('referrers') },
];
const MOST_DAYS = 31;

/** Reports about one record. */
const SUBJECTS = {
	link: {
		id: 'linkId',
		route: 'GET /api/url/{linkId}',
		clickedOn: '',
		sections: SECTIONS,
		toName: toLinkName,
		toFields: toLinkFields,
	},
	campaign: {
		id: 'campaignId',
		route: 'GET /api/campaign/{campaignId}',
		clickedOn: 'on all links of the campaign',
		sections: [],
		toName: (campaign: IDataObject) => scalarToText(toCampaign(campaign).name),
		toFields: ({ id }: IDataObject, name: string) => ({ campaignId: id, name }),
	},
} as const;

/** Reads what 'Report On' says. */
export async function readReport(input: Input, context: OperationContext): Promise<Report> {
	const { timezone, createdAt } = input;
	const period = input.string('period') as Period;
	const current = toTimeSpan(period, timezone, createdAt);
	const isCompared = input.boolean('compare');
	const previous = isCompared ? toPreviousSpan(period, timezone, createdAt) : undefined;
	const days = { timezone, current, previous };
	const about = input.string('reportOn') as keyof typeof SUBJECTS | 'links';
	if (about === 'links') return await readLinks(input, context, days);
	return await readOne(SUBJECTS[about], input, context, days);
}

/** The most clicked links that meet the filters. */
async function readLinks(input: Input, context: OperationContext, days: Days): Promise<Report> {
	const { client, concurrency, addHint } = context;
	const { current, previous } = days;
	const limit = input.number('limit') ?? 50;
	const { links } = await findLinks(input, context);
	const most = await readMostClicked(links, current, limit, context);
	if (!most.isComplete) {
		addHint(fill(analyticsMessages.mostRead, { count: links.length }).message);
	}
	const rows = await mapAll(most.rows, concurrency, async ({ link, figures }) => ({
		link,
		figures: await compare(client, toLinkStats(link), figures, previous),
	}));
	const clicks = rows.reduce((total, { figures }) => total + figures.clicks, 0);
	const before = rows.map(({ figures }) => figures.previousClicks ?? null);
	const isKnown = before.every((count) => count !== null);
	const previousClicks = isKnown ? before.reduce((total, count) => total + count, 0) : null;
	const bars = rows.map(({ link, figures }): Bar => {
		const label = toLinkName(link);
		return { label, url: getShortUrl(link), note: getTarget(link), ...figures };
	});
	return {
		...days,
		name: '',
		clickedOn: toClickedOn(rows.length, links.length),
		total: previous ? toClicks(clicks, previousClicks) : { clicks },
		facts: [],
		sections: [{ title: 'Most clicked links', bars }],
		items: rows.map(({ link, figures }) => ({ ...toLinkFields(link), ...figures })),
	};
}

function toClickedOn(count: number, all: number): string {
	if (all <= count) return count === 1 ? 'on 1 link in total' : `on ${count} links in total`;
	return count === 1 ? 'on the most clicked link' : `on the ${count} most clicked links`;
}

/** One link, or all links of a campaign together. */
async function readOne(
	{ id, route, clickedOn, sections, toName, toFields }: (typeof SUBJECTS)['link' | 'campaign'],
	input: Input,
	context: OperationContext,
	days: Days,
): Promise<Report> {
	const { client } = context;
	input.required(id);
	const found = await sendForRecord(client, toItemRequest(route, input));
	const record: IDataObject = { ...found, id: input.id(id) };
	const stats = toItemRequest(`${route}/stats`, input);
	const now = await readFigures(client, stats, days.current);
	const figures = await compare(client, stats, now, days.previous);
	const shown: Report['sections'] = [];
	for (const { title, list } of input.string('outputAs') === 'html' ? sections : []) {
		shown.push({ title, bars: await readBars(client, list, record.id, days.current) });
	}
	const name = toName(record);
	return {
		...days,
		name,
		url: getShortUrl(record),
		clickedOn,
		total: figures,
		facts: toFacts(figures),
		sections: shown,
		items: [{ ...toFields(record, name), ...figures }],
	};
}

/** Undefined if the figures can't be read. */
async function readBars(
	client: Client,
	list: List,
	linkId: unknown,
	span: TimeSpan,
): Promise<Bar[] | undefined> {
	const isByDay = list === clicksList;
	const query = isByDay ? { ...span, granularity: 'day' } : undefined;
	const request = { ...toRequest(list.route, { linkId }), query };
	const bars: Bar[] = [];
	for await (const page of readPages(client, list, request)) bars.push(...page.map(toBar));
	if (bars.some(({ clicks }) => isNaN(clicks))) return undefined;
	if (!isByDay) return bars.sort((a, b) => b.clicks - a.clicks).slice(0, 5);
	return bars.slice(0, MOST_DAYS).map((bar) => ({ ...bar, label: toDay(bar.label) }));
}

function toBar(given: unknown): Bar {
	const row = toRow(given);
	const label = [row.name, row.date, row.code].map(scalarToText).find((text) => text !== '');
	return { label: label ?? 'Not known', clicks: getCount(row, 'clicks') ?? NaN };
}

function toFacts({ uniqueVisitors, topCountry, topReferrer }: Figures): Report['facts'] {
	const facts: Report['facts'] = [
		['Visitors', uniqueVisitors?.toLocaleString('en') ?? ''],
		['Top country', topCountry],
		['Top website', topReferrer],
	];
	return facts.filter(([, value]) => value !== '');
}

function toLinkFields(link: IDataObject): IDataObject {
	const [alias, shorturl, longurl] = [getAlias(link), getShortUrl(link), getTarget(link)];
	return { linkId: link.id, alias: alias ?? '', shorturl: shorturl ?? '', longurl: longurl ?? '' };
}

/** What people call a link: its short URL without scheme. */
function toLinkName(link: IDataObject): string {
	const address = getShortUrl(link)?.replace(/^https?:\/\//i, '');
	return address ?? getAlias(link) ?? scalarToText(link.id);
}

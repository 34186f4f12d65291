import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { scalarToText } from '../../api/envelope';
import { fill } from '../../api/fill';
import { parseFigure } from '../../api/figure';
import { readPages } from '../../api/paging';
import { toRequest } from '../../api/route';
import type { Input } from '../../runner/input';
import { toRecord, toRow } from '../../runner/items';
import type { OperationContext, RequestOperation } from '../../runner/operation';
import { getName } from '../campaign/list';
import { findLinks } from '../link/findLinks';
import { getLinkClicks } from './getLinkClicks';
import { getLinkCountries } from './getLinkCountries';
import { getLinkReferrers } from './getLinkReferrers';
import { analyticsMessages } from './messages';
import { withNumbers } from './numbers';
import {
	compare,
	forEachLink,
	getSpans,
	readFigures,
	readMostClicked,
	toComparison,
	toLinkStats,
	type Comparison,
	type Figures,
	type Spans,
} from './reportRows';
import { toDay } from './reportText';

/** A bar of a report. */
export interface Bar extends Comparison {
	label: string;
	/** Where the label leads. */
	url?: string;
	/** Below the label. */
	note?: string;
	clicks: number;
}

/** A report before it becomes items or an email. */
export interface Report {
	/** What it is about; '' for links in general. */
	name: string;
	url?: string;
	/** What was clicked, after the number of clicks. */
	clickedOn: string;
	timezone: string;
	spans: Spans;
	total: Comparison & { clicks: number };
	/** Label and value. */
	facts: Array<[string, string]>;
	sections: Array<{ title: string; bars: Bar[] }>;
	items: IDataObject[];
}

/** More bars than this are not read. */
const MOST_BARS = 5;
const MOST_DAYS = 31;

/** The most clicked links that meet the filters. */
export async function readLinksReport(input: Input, context: OperationContext): Promise<Report> {
	const { client, concurrency, addHint } = context;
	const spans = getSpans(input);
	const limit = input.number('limit') ?? 50;
	const { links } = await findLinks(input, context);
	const limits = { limit, concurrency };
	const { rows, isComplete } = await readMostClicked(client, links, spans.current, limits);
	if (!isComplete) addHint(fill(analyticsMessages.mostRead, { count: links.length }).message);
	const compared = await forEachLink(rows, concurrency, async ({ link, figures }) => {
		// A link has no more clicks before than in all.
		const hasNoClicks = parseFigure(link.clicks) === 0 && spans.previous !== undefined;
		const comparison = hasNoClicks
			? toComparison(0, 0)
			: await compare(client, toLinkStats(link.id), spans, figures.clicks);
		return { link, figures, comparison };
	});
	const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
	const clicks = sum(compared.map(({ figures }) => figures.clicks));
	const before = sum(compared.map(({ comparison }) => comparison.previousClicks ?? 0));
	const count = compared.length;
	return {
		name: '',
		clickedOn: toClickedOn(count, links.length),
		timezone: input.timezone,
		spans,
		total: { clicks, ...(spans.previous ? toComparison(clicks, before) : {}) },
		facts: [],
		sections: [
			{
				title: 'Most clicked links',
				bars: compared.map(({ link, figures, comparison }) => ({
					label: toName(link),
					url: scalarToText(link.shorturl),
					note: scalarToText(link.longurl),
					clicks: figures.clicks,
					...comparison,
				})),
			},
		],
		items: compared.map(({ link, figures, comparison }) => ({
			...toLinkFields(link),
			...toItem(figures, comparison),
		})),
	};
}

function toClickedOn(count: number, all: number): string {
	if (all <= count) return count === 1 ? 'on 1 link in total' : `on ${count} links in total`;
	return count === 1 ? 'on the most clicked link' : `on the ${count} most clicked links`;
}

/** One link; for an email also by day, country and referring website. */
export async function readLinkReport(input: Input, { client }: OperationContext): Promise<Report> {
	const spans = getSpans(input);
	const linkId = input.required('linkId');
	const found = toRequest('GET /api/url/{linkId}', { linkId }, (name) => input.label(name));
	const link = toRecord(await client.send(found), found);
	const request = toLinkStats(linkId);
	const figures = await readFigures(client, request, spans.current);
	const comparison = await compare(client, request, spans, figures.clicks);
	const readBars = async (
		operation: RequestOperation,
		most: number,
		query: IDataObject = {},
	): Promise<Bar[]> => (await readRows(client, operation, linkId, query)).slice(0, most).map(toBar);
	const readDays = async () => {
		const days = await readBars(getLinkClicks, MOST_DAYS, { ...spans.current, granularity: 'day' });
		return days.map((bar) => ({ ...bar, label: toDay(bar.label) }));
	};
	const sections =
		input.string('outputAs') === 'html'
			? [
					{ title: 'Clicks by day', bars: await readDays() },
					{ title: 'Countries, all time', bars: await readBars(getLinkCountries, MOST_BARS) },
					{ title: 'Websites, all time', bars: await readBars(getLinkReferrers, MOST_BARS) },
				]
			: [];
	return {
		name: toName(link),
		url: scalarToText(link.shorturl),
		clickedOn: '',
		timezone: input.timezone,
		spans,
		total: { clicks: figures.clicks, ...comparison },
		facts: toFacts(figures),
		sections,
		items: [
			{
				...toLinkFields({ id: input.id('linkId'), ...link }),
				...toItem(figures, comparison),
			},
		],
	};
}

/** All links of a campaign together. */
export async function readCampaignReport(
	input: Input,
	{ client }: OperationContext,
): Promise<Report> {
	const spans = getSpans(input);
	const values = { campaignId: input.required('campaignId') };
	const getLabel = (name: string) => input.label(name);
	const found = toRequest('GET /api/campaign/{campaignId}', values, getLabel);
	const campaign = toRecord(await client.send(found), found);
	const request = toRequest('GET /api/campaign/{campaignId}/stats', values, getLabel);
	const figures = await readFigures(client, request, spans.current);
	const comparison = await compare(client, request, spans, figures.clicks);
	const name = scalarToText(getName(campaign));
	return {
		name,
		clickedOn: 'on all links of the campaign',
		timezone: input.timezone,
		spans,
		total: { clicks: figures.clicks, ...comparison },
		facts: toFacts(figures),
		sections: [],
		items: [{ campaignId: input.id('campaignId'), name, ...toItem(figures, comparison) }],
	};
}

/** The rows of a breakdown, read as its own operation does. */
async function readRows(
	client: Client,
	{ route, response }: RequestOperation,
	linkId: string,
	query: IDataObject,
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	if (response?.as !== 'list') return rows;
	for await (const page of readPages(client, response.list, {
		...toRequest(route, { linkId }),
		query,
	})) {
		rows.push(...page.map(toRow).map(withNumbers));
	}
	return rows;
}

function toBar(row: IDataObject): Bar {
	const label = [row.name, row.date, row.code, row.key, ...Object.values(row)]
		.map(scalarToText)
		.find((text) => text !== '');
	return { label: label ?? '', clicks: parseFigure(row.clicks) ?? 0 };
}

function toFacts({ uniqueVisitors, topCountry, topReferrer }: Figures): Array<[string, string]> {
	const facts: Array<[string, string]> = [
		['Visitors', uniqueVisitors === null ? '' : uniqueVisitors.toLocaleString('en')],
		['Top country', topCountry],
		['Top website', topReferrer],
	];
	return facts.filter(([, value]) => value !== '');
}

function toLinkFields({ id, alias = '', shorturl = '', longurl = '' }: IDataObject): IDataObject {
	return { linkId: id, alias, shorturl, longurl };
}

function toItem({ clicks, ...rest }: Figures, comparison: Comparison): IDataObject {
	return { clicks, ...comparison, ...rest };
}

/** What people call a link: its short URL without scheme. */
function toName({ id, alias, shorturl }: IDataObject): string {
	const address = scalarToText(shorturl).replace(/^https?:\/\//i, '');
	return address || scalarToText(alias) || scalarToText(id);
}

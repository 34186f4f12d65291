/** How well 'Ignore Likely Bots' tells programs from people: figures computed from a labeled corpus of visits. */
import { join } from 'node:path';
import bowser from 'bowser';
import type { IDataObject } from 'n8n-workflow';
import type * as Bots from '../../nodes/LinkPlatform/webhooks/bots.ts';
import type * as Bursts from '../../nodes/LinkPlatform/trigger/bursts.ts';
import { getBuiltModule } from '../built.mts';
import { type Visit, visits } from './visits.mts';

export const BOTS_PAGE = join('docs', 'maintainers', 'bots.md');

const { getClickBotReason } = getBuiltModule<typeof Bots>('nodes/LinkPlatform/webhooks/bots');
const bursts = getBuiltModule<typeof Bursts>('nodes/LinkPlatform/trigger/bursts');

/** In seconds: how long the trigger holds a click for others of its burst. */
const HELD_FOR = 3;
const START = Date.parse('2026-03-01T09:00:00Z');

/** What Link Platform delivers of a visit: as documented, or with the user agent, which some deployments add. */
export function toDeliveries(
	{ agents, clicks, isSpread }: Visit,
	visitor: number,
	hasAgent: boolean,
) {
	return clicks.map(([link, at], n) => {
		const userAgent = agents[n % agents.length];
		const { browser, os } = bowser.parse(userAgent || ' ');
		const [high, low] = [Math.floor(visitor / 200), visitor % 200];
		return {
			event: 'link.clicked',
			timestamp: new Date(START + at * 1000).toISOString(),
			data: {
				linkId: visitor * 100 + link,
				browser: browser.name ?? '',
				platform: os.name ?? '',
				ip: isSpread ? `198.51.${visitor}.${n}` : `192.0.${high}.${low}`,
				...(hasAgent ? { userAgent } : {}),
			},
		};
	});
}

type Delivery = ReturnType<typeof toDeliveries>[number];

const isNamed = ({ data }: Delivery): boolean =>
	getClickBotReason(data as IDataObject) !== undefined;

let evaluated = 0;

/** Of each click, as the trigger decides: by those that come until it has held the click for long enough. */
function isInBurst(delivery: Delivery, all: Delivery[]): boolean {
	const trigger = `evaluation ${(evaluated += 1)}`;
	const toTime = ({ timestamp }: Delivery) => Date.parse(timestamp);
	const latest = toTime(delivery) + HELD_FOR * 1000;
	let visitor: string | undefined;
	for (const one of all.filter((other) => toTime(other) <= latest)) {
		const key = bursts.rememberClick(trigger, one, toTime(one));
		if (one === delivery) visitor = key;
	}
	return visitor !== undefined && bursts.isInBurst(visitor, delivery);
}

/** The clicks of a visit that 'Ignore Likely Bots' ignores. */
export const isIgnored = (delivery: Delivery, all: Delivery[]): boolean =>
	isNamed(delivery) || isInBurst(delivery, all);

const MECHANISMS = { Names: isNamed, Bursts: isInBurst, Both: isIgnored };

type Mechanism = (typeof MECHANISMS)[keyof typeof MECHANISMS];

/** A person's visit counts as ignored if one of its clicks is, a program's if all of them are. */
function isVisitIgnored(visit: Visit, decide: Mechanism, hasAgent: boolean): boolean {
	const all = toDeliveries(visit, visits.indexOf(visit), hasAgent);
	const ignored = all.filter((one) => decide(one, all));
	return visit.kind === 'bot' ? ignored.length === all.length : ignored.length > 0;
}

const toPercent = (part: number, whole: number): string =>
	whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`;

/** Precision and recall of each mechanism, what they recognize by group, and each visit that they get wrong. */
export function createBotFigures(): string {
	const bots = visits.filter(({ kind }) => kind === 'bot');
	const people = visits.filter(({ kind }) => kind === 'person');
	const rows = [true, false].flatMap((hasAgent) =>
		Object.entries(MECHANISMS).map(([name, decide]) => {
			const [found, wrong] = [bots, people].map(
				(some) => some.filter((visit) => isVisitIgnored(visit, decide, hasAgent)).length,
			);
			const what = hasAgent ? 'with the user agent' : 'as documented';
			return `| ${name}, ${what} | ${toPercent(found, found + wrong)} | ${toPercent(found, bots.length)} | ${found} of ${bots.length} | ${wrong} of ${people.length} |`;
		}),
	);
	const groups = [...new Set(bots.map(({ group }) => group))].map((group) => {
		const of = bots.filter((visit) => visit.group === group);
		const count = (hasAgent: boolean) =>
			of.filter((visit) => isVisitIgnored(visit, isIgnored, hasAgent)).length;
		return `| ${group} | ${of.length} | ${count(true)} | ${count(false)} |`;
	});
	const list = (some: Visit[], isListed: (isIgnored: boolean) => boolean) =>
		some
			.filter((visit) => isListed(isVisitIgnored(visit, isIgnored, true)))
			.map(({ group, name }) => `- ${group}: ${name}`);
	return [
		`${bots.length} visits of programs, ${people.length} of people.`,
		'',
		'| Mechanism, deliveries | Precision | Recall | Programs ignored | People ignored |',
		'|---|--:|--:|--:|--:|',
		...rows,
		'',
		'| Programs | Visits | Ignored with the user agent | Ignored as documented |',
		'|---|--:|--:|--:|',
		...groups,
		'',
		'People who are ignored:',
		'',
		...list(people, (ignored) => ignored),
		'',
		'Programs that count as people, with the user agent:',
		'',
		...list(bots, (ignored) => !ignored),
	].join('\n');
}

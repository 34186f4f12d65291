import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isRecord, scalarToText } from '../api/envelope';
import { parseTimestamp } from '../api/timestamp';
import { addHint } from './hints';
import { ExpiringMap } from './expiringMap';
import { isSoon } from './isSoon';
import { deliveryMessages } from './messages';

/** In ms: nobody opens three links one after the other in less, and a scanner of a mail server does. */
const FASTEST = 1_000;
const FEWEST_LINKS = 3;
/** In ms: to that scanner also belong its clicks so long before and after. */
const SPAN = 5_000;
/** In ms: longer than a click waits for the others. */
const REMEMBERED_FOR = 2 * SPAN;
/** Of one visitor; a proxy may have thousands. */
const MOST_CLICKS = 100;

interface Click {
	link: string;
	happenedAt: number;
}

/** By trigger and visitor, in this process. */
const clicks = new ExpiringMap<Click[]>(REMEMBERED_FOR);

/**
 * Remembers a click, also one that the filters drop, for others from the same address. Returns the key of its
 * visitor, without the address in it; undefined if that is not known.
 */
export function rememberClick(
	trigger: string,
	delivery: IDataObject,
	now: number,
): string | undefined {
	const { ip, browser, platform, userAgent } = isRecord(delivery.data) ? delivery.data : {};
	if (scalarToText(ip) === '') return undefined;
	// A company, a provider or a privacy proxy may have one address for many people.
	const marks = JSON.stringify([trigger, ip, browser, platform, userAgent]);
	const visitor = createHash('sha256').update(marks).digest('base64');
	const others = (clicks.get(visitor, now) ?? []).slice(1 - MOST_CLICKS);
	clicks.set(visitor, [...others, toClick(delivery)], now);
	return visitor;
}

/** True if a click is one of several on different links that one visitor opened faster than a person can. */
export function isInBurst(visitor: string, delivery: IDataObject): boolean {
	const { happenedAt } = toClick(delivery);
	const near = (clicks.get(visitor) ?? []).filter(
		(one) => Math.abs(one.happenedAt - happenedAt) <= SPAN,
	);
	return near.some((first) => {
		const isFast = (one: Click) =>
			one.happenedAt >= first.happenedAt && one.happenedAt - first.happenedAt < FASTEST;
		return new Set(near.filter(isFast).map(({ link }) => link)).size >= FEWEST_LINKS;
	});
}

/** The items without the first clicks of a burst, which came before it could be seen; until then they wait. */
export async function dropBursts(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	if (context.getMode() === 'manual') return items;
	const wait = async ({ json, visitor }: INodeExecutionData) => {
		// Another process may have received it, or the same one before a restart.
		if (typeof visitor !== 'string' || clicks.get(visitor) === undefined) return false;
		return await isSoon(() => isInBurst(visitor, json));
	};
	const isIgnored = await Promise.all(items.map(wait));
	if (isIgnored.includes(true)) addHint(context, deliveryMessages.burst.message);
	return items.filter((_, at) => !isIgnored[at]);
}

function toClick({ data, timestamp }: IDataObject): Click {
	const { linkId, alias } = (data ?? {}) as IDataObject;
	return {
		link: scalarToText(linkId) || scalarToText(alias),
		happenedAt: parseTimestamp(timestamp) ?? Date.now(),
	};
}

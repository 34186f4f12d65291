import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isRecord, scalarToText } from '../api/envelope';
import { parseTimestamp } from '../api/timestamp';
import { ExpiringMap } from './expiringMap';
import { isSoon } from './isSoon';

/** In ms: a scanner of a mail server opens all links of an email in less. */
const SPAN = 5_000;
/** Two may be a person who goes back; three links within seconds are no reading. */
const FEWEST_LINKS = 3;
/** In ms: longer than a click waits for the others. */
const REMEMBERED_FOR = 2 * SPAN;

interface Click {
	link: string;
	happenedAt: number;
}

/** By trigger and address of the visitor, in this process. */
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
	const address = isRecord(delivery.data) ? scalarToText(delivery.data.ip) : '';
	if (address === '') return undefined;
	const visitor = createHash('sha256').update(`${trigger} ${address}`).digest('base64');
	clicks.set(visitor, [...(clicks.get(visitor, now) ?? []), toClick(delivery)], now);
	return visitor;
}

/** True if a click is one of several on different links, by one visitor within seconds. */
export function isInBurst(visitor: string, delivery: IDataObject): boolean {
	const { happenedAt } = toClick(delivery);
	const near = (clicks.get(visitor) ?? []).filter(
		(one) => Math.abs(one.happenedAt - happenedAt) <= SPAN,
	);
	return new Set(near.map(({ link }) => link)).size >= FEWEST_LINKS;
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
	return items.filter((_, at) => !isIgnored[at]);
}

function toClick({ data, timestamp }: IDataObject): Click {
	const { linkId, alias } = (data ?? {}) as IDataObject;
	return {
		link: scalarToText(linkId) || scalarToText(alias),
		happenedAt: parseTimestamp(timestamp) ?? Date.now(),
	};
}

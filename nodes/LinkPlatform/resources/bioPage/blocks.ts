import type { IDataObject } from 'n8n-workflow';
import { isRecord, getPayload, omit, parseJson, scalarToText } from '../../api/envelope';

/** What is beside the content if a block has both in one object. */
const BESIDE_CONTENT = ['key', 'id', 'uid', 'type', 'widget', 'position'];

/** A block of a bio page. */
export interface Block {
	/** A text or a number, as Link Platform has it. */
	key: string | number;
	type: string;
	content: IDataObject;
}

/**
 * The blocks in a bio page's details, in their order. The form is not documented (current API, end of
 * Resources): a list, or an object whose keys are the blocks' (which JavaScript sorts, if they are numbers).
 * Undefined if the response has no blocks.
 */
export function parseBlocks(body: unknown): Block[] | undefined {
	const payload = getPayload(body);
	if (!isRecord(payload)) return undefined;
	const { bio, page, content } = payload;
	const places = [payload, bio, page, content].filter(isRecord);
	const values = places.flatMap((place) => [place.blocks, place.widgets]);
	const listed = Array.isArray(content) ? [...values, content] : values;
	const blocks = listed.find((value) => Array.isArray(value) || isRecord(value));
	if (Array.isArray(blocks)) {
		return blocks.every(isRecord) ? byPosition(blocks.map((block) => ['', block])) : undefined;
	}
	// Some services write an empty list as null.
	if (!isRecord(blocks)) return values.includes(null) ? [] : undefined;
	const keyed = Object.entries(blocks).filter((entry): entry is Keyed => isRecord(entry[1]));
	return byPosition(keyed);
}

type Keyed = [key: string, block: IDataObject];

/** In the order of `position`, if all blocks have one. */
function byPosition(blocks: Keyed[]): Block[] {
	const toPosition = ([, { position }]: Keyed) => Number(position ?? NaN);
	const arePlaced = blocks.every((block) => Number.isFinite(toPosition(block)));
	const ordered = arePlaced ? [...blocks].sort((a, b) => toPosition(a) - toPosition(b)) : blocks;
	return ordered.map(([key, block]) => toBlock(block, key));
}

/** A content, which some deployments keep as a JSON text; undefined for anything else. */
export function parseContent(content: unknown): IDataObject | undefined {
	const value = typeof content === 'string' ? parseJson(content) : content;
	return isRecord(value) ? value : undefined;
}

/** What people recognize a block by: its type, its title if it has one, and its key. */
export function getLabel({ key, type, content }: Block): string {
	const { title, text, name, label, url } = content;
	const shown = [title, text, name, label, url].find((value) => typeof value === 'string' && value);
	return `${type}${shown === undefined ? '' : `: ${String(shown).slice(0, 60)}`} (${key})`;
}

/** True for no content; some deployments write an empty object as an empty list. */
export function isNone(content: unknown): boolean {
	const isEmptyList = Array.isArray(content) && content.length === 0;
	return content === undefined || content === null || content === '' || isEmptyList;
}

/** A block as Link Platform returns it; its content may be beside its type. */
export function toBlock(block: IDataObject, under = ''): Block {
	const { key = block.id ?? block.uid ?? under, type = block.widget, content } = block;
	const stated = parseContent(content) ?? (isNone(content) && content ? {} : undefined);
	return {
		key: key as string | number,
		type: scalarToText(type),
		content: stated ?? omit(block, [...BESIDE_CONTENT, ...(isNone(content) ? ['content'] : [])]),
	};
}

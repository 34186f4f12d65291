import type { IDataObject } from 'n8n-workflow';
import { getPayload, isRecord, scalarToText } from '../../api/envelope';
import { shorten } from '../../api/fill';

/** The maximum length of a block's title in a label, in characters. */
const LONGEST_TITLE = 60;

/** A block of a bio page, as Link Platform returns it. */
export interface Block {
	key: string;
	/** The type; '' if Link Platform returns none. */
	type: string;
	/** An object, unless Link Platform returns something else. Undefined if it returns none. */
	content?: unknown;
}

/** A block without its key, e.g. one that doesn't exist yet. */
export type TypeAndContent = Pick<Block, 'type' | 'content'>;

/**
 * Returns the blocks in the details of a bio page, sorted by position. Blocks without a position come last. Accepts a
 * list, an object whose keys are the block keys, and null for no blocks. Returns undefined for anything else. The API
 * docs (current API, end of Resources) don't show the format of the blocks, so it is assumed to match the request body
 * that creates a block.
 */
export function parseBlocks(body: unknown): Block[] | undefined {
	const page = getPayload(body);
	const stated: unknown = isRecord(page) ? page.blocks : undefined;
	const blocks: unknown = isRecord(stated)
		? Object.entries(stated).map(([key, block]) => isRecord(block) && { key, ...block })
		: stated;
	if (stated === null) return [];
	if (!Array.isArray(blocks) || !blocks.every(isRecord)) return undefined;
	const toPosition = ({ position }: IDataObject) => Number(position ?? Infinity);
	const ordered = [...blocks].sort((a, b) => toPosition(a) - toPosition(b));
	return ordered.map(({ key, id, type, content }) => ({
		key: scalarToText(key ?? id),
		type: scalarToText(type),
		content: content === undefined ? undefined : toContent(content),
	}));
}

/**
 * Returns the content of a block. Missing content and an empty list become an empty object, because some deployments
 * write an empty object as a list.
 */
export function toContent(content: unknown): unknown {
	const isEmptyList = Array.isArray(content) && content.length === 0;
	return isEmptyList ? {} : (content ?? {});
}

/** Returns the label of a block: its type, its title if it has one, and its key. */
export function getLabel({ key, type, content }: Block): string {
	const { title, text, name, url } = isRecord(content) ? content : {};
	const shown = [title, text, name, url].map(scalarToText).find(Boolean);
	return `${type}${shown ? `: ${shorten(shown, LONGEST_TITLE)}` : ''} (${key})`;
}

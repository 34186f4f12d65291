import type { IDataObject } from 'n8n-workflow';
import { getPayload, isRecord, scalarToText } from '../../api/envelope';

/** A block of a bio page, as Link Platform returns it. */
export interface Block {
	key: string | number;
	/** '' if the block has no type. */
	type: string;
	/** Undefined if the content isn't an object. */
	content?: IDataObject;
}

/**
 * Returns the blocks in the details of a bio page, sorted by position if all of them have one. The blocks may be a
 * list, or an object whose keys are the block keys; otherwise undefined is returned. The API docs (current API, end of
 * Resources) don't show their format, so it is assumed to match the request body that creates a block.
 */
export function parseBlocks(body: unknown): Block[] | undefined {
	const page = getPayload(body);
	const stated: unknown = isRecord(page) ? page.blocks : undefined;
	const blocks: unknown = isRecord(stated)
		? Object.entries(stated).map(([key, block]) => isRecord(block) && { key, ...block })
		: stated;
	if (!Array.isArray(blocks) || !blocks.every(isRecord)) return undefined;
	const toPosition = ({ position }: IDataObject) => Number(position ?? NaN);
	const arePlaced = blocks.every((block) => Number.isFinite(toPosition(block)));
	const ordered = arePlaced ? [...blocks].sort((a, b) => toPosition(a) - toPosition(b)) : blocks;
	return ordered.map(({ key, id, type, content }) => ({
		key: (key ?? id ?? '') as string | number,
		type: scalarToText(type),
		content: parseContent(content),
	}));
}

/**
 * Returns the content of a block, or undefined if it isn't an object. An empty list counts as an empty object, because
 * some deployments send one for empty content.
 */
export function parseContent(content: unknown): IDataObject | undefined {
	const isEmptyList = Array.isArray(content) && content.length === 0;
	if (isEmptyList || content === undefined || content === null) return {};
	return isRecord(content) ? content : undefined;
}

/** Returns the label of a block: its type, its title if it has one, and its key. */
export function getLabel({ key, type, content = {} }: Block): string {
	const { title, text, name, url } = content;
	const shown = [title, text, name, url].find((value) => typeof value === 'string' && value);
	return `${type}${shown === undefined ? '' : `: ${String(shown).slice(0, 60)}`} (${key})`;
}

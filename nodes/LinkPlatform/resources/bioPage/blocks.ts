import type { IDataObject } from 'n8n-workflow';
import { getPayload, isRecord, scalarToText } from '../../api/envelope';

/** A block of a bio page, as Link Platform returns it. */
export interface Block {
	key: string | number;
	/** '' if it has none. */
	type: string;
	/** Undefined if it is no object. */
	content?: IDataObject;
}

/**
 * The blocks in a bio page's details, a list or an object by their keys, by their positions if all have one. Undefined if
 * the details have neither: their form is not documented (current API, end of Resources), and assumed to be that of a
 * block's creation.
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

/** The content of a block; some deployments write an empty one as an empty list. Undefined if it is no object. */
export function parseContent(content: unknown): IDataObject | undefined {
	const isEmptyList = Array.isArray(content) && content.length === 0;
	if (isEmptyList || content === undefined || content === null) return {};
	return isRecord(content) ? content : undefined;
}

/** What people recognize a block by: its type, its title if it has one, and its key. */
export function getLabel({ key, type, content = {} }: Block): string {
	const { title, text, name, url } = content;
	const shown = [title, text, name, url].find((value) => typeof value === 'string' && value);
	return `${type}${shown === undefined ? '' : `: ${String(shown).slice(0, 60)}`} (${key})`;
}

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { isRecord } from '../../api/envelope';
import { Failure, getFailure, joinSentences } from '../../api/failure';
import { fill } from '../../api/fill';
import { toRequest } from '../../api/route';
import { bioPageMessages } from './messages';
import { isNone, parseContent, toBlock, type Block } from './blocks';

type NewBlock = Pick<Block, 'type' | 'content'>;

/** What became of a block that is not on the page. */
export interface FailedBlock extends IDataObject {
	/** Its place among the blocks given, from 0. */
	index: number;
	type: string;
	reason: string;
}

export const newBlocks: INodeProperties = {
	displayName: 'Blocks',
	name: 'blocks',
	type: 'json',
	default: '[]',
	placeholder: 'e.g. [{"type": "header", "content": {"title": "Welcome"}}]',
	description: 'Blocks from top to bottom, as a JSON array of objects with type and content',
};

/** The blocks in the field 'Blocks'; a value that is no list of blocks is refused. */
export function parseNewBlocks(given: unknown): NewBlock[] {
	if (!Array.isArray(given)) {
		throw Failure.input(bioPageMessages.notArray, { type: given === null ? 'null' : typeof given });
	}
	return given.map((entry: unknown, index) => {
		const block = isRecord(entry) ? entry : {};
		const { type = block.widget } = block;
		if (typeof type !== 'string' || type.trim() === '') {
			throw Failure.input(bioPageMessages.typeMissing, { entry: index + 1 });
		}
		if (!isNone(block.content) && !parseContent(block.content)) {
			throw Failure.input(bioPageMessages.contentNotObject, { entry: index + 1 });
		}
		return { type: type.trim(), content: toBlock(block).content };
	});
}

/** Adds blocks to the end of a page, one after the other. Resolves with those that failed, and why. */
export async function addBlocks(
	client: Client,
	bioPageId: unknown,
	blocks: NewBlock[],
): Promise<FailedBlock[]> {
	const request = toRequest('POST /api/bio/{bioPageId}/block', { bioPageId });
	const add = async ({ type, content }: NewBlock) => {
		if (type === '') throw Failure.refused(bioPageMessages.blockTypeMissing);
		await client.send({ ...request, body: { type, content } });
	};
	const failed: FailedBlock[] = [];
	let ending: Failure | undefined;
	for (const [index, block] of blocks.entries()) {
		const failure = ending ?? (await getFailure(add(block)));
		if (!failure) continue;
		// The blocks after it would fail too.
		if (['unsent', 'waitLimit'].includes(failure.kind)) ending = failure;
		failed.push({ index, type: block.type, reason: toReason(failure) });
	}
	return failed;
}

/** The ID of a page that was just created, and is to be filled. */
export function getNewId({ id }: IDataObject): unknown {
	if (id !== undefined) return id;
	throw Failure.unusable(bioPageMessages.idMissing);
}

/** Why something was not done; what to do is added unless Link Platform itself said no. */
export function toReason({ kind, message, description }: Failure): string {
	return kind === 'refused' ? message : joinSentences(message, description);
}

/** A warning for the output panel: the item itself counts as done, for the page is there. */
export function toBlocksHint(page: unknown, failed: FailedBlock[], count: number): string {
	return fill(bioPageMessages.blocksFailed, {
		failed: failed.length,
		total: count,
		page: JSON.stringify(page),
	}).message;
}

import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../api/envelope';
import { Failure, getFailure, joinSentences } from '../../api/failure';
import { fill } from '../../api/fill';
import { toRequest } from '../../api/route';
import { json } from '../../runner/fields';
import type { OperationContext } from '../../runner/operation';
import { bioPageMessages } from './messages';
import { parseContent, type Block } from './blocks';

type NewBlock = Pick<Block, 'type' | 'content'>;

export const newBlocks = json('Blocks', 'blocks', {
	default: '[]',
	placeholder: 'e.g. [{"type": "header", "content": {"title": "Welcome"}}]',
	description: 'Blocks from top to bottom, as a JSON array of objects with type and content',
});

/** Returns the blocks in the field 'Blocks'. Throws if its value isn't a list of blocks. */
export function parseNewBlocks(given: unknown): NewBlock[] {
	if (!Array.isArray(given)) {
		throw Failure.input(bioPageMessages.notArray, { type: given === null ? 'null' : typeof given });
	}
	return given.map((block: unknown, index) => {
		const { type, content: stated } = isRecord(block) ? block : {};
		if (typeof type !== 'string' || type.trim() === '') {
			throw Failure.input(bioPageMessages.typeMissing, { entry: index + 1 });
		}
		const content = parseContent(stated);
		if (!content) throw Failure.input(bioPageMessages.contentNotObject, { entry: index + 1 });
		return { type: type.trim(), content };
	});
}

/**
 * Adds blocks to the end of a new page, one by one. Resolves with the blocks that failed: their position (from 0) and
 * the reason. Because the page itself exists, they are only counted in a hint.
 */
export async function addBlocks(
	{ client, addHint }: OperationContext,
	page: IDataObject & { slug: string },
	blocks: NewBlock[],
): Promise<IDataObject[]> {
	if (blocks.length === 0) return [];
	const request = toRequest('POST /api/bio/{bioPageId}/block', { bioPageId: getNewId(page) });
	const add = async ({ type, content }: NewBlock) => {
		if (type === '' || !content) throw Failure.refused(bioPageMessages.blockUntold);
		await client.send({ ...request, body: { type, content } });
	};
	const failed: IDataObject[] = [];
	let ending: Failure | undefined;
	for (const [index, block] of blocks.entries()) {
		const failure = ending ?? (await getFailure(add(block)));
		if (!failure) continue;
		// Don't send the remaining blocks: they would fail for the same reason.
		if (['unsent', 'waitLimit'].includes(failure.kind)) ending = failure;
		failed.push({ index, type: block.type, reason: toReason(failure) });
	}
	const counts = { failed: failed.length, total: blocks.length, slug: page.slug };
	if (failed.length > 0) addHint(fill(bioPageMessages.blocksFailed, counts).message);
	return failed;
}

/** Returns the ID of a new page. Throws if the response doesn't contain one. */
export function getNewId({ id }: IDataObject): unknown {
	if (id !== undefined) return id;
	throw Failure.unusable(bioPageMessages.idMissing);
}

/** Returns the message of a failure. The advice is added unless the failure is a refusal by Link Platform. */
export function toReason({ kind, message, description }: Failure): string {
	return kind === 'refused' ? message : joinSentences(message, description);
}

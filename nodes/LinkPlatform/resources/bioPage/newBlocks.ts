import type { IDataObject } from 'n8n-workflow';
import { isRecord, scalarToText } from '../../api/envelope';
import { Failure, getFailure, joinSentences } from '../../api/failure';
import { fill } from '../../api/fill';
import { toRequest } from '../../api/route';
import { json } from '../../runner/fields';
import type { OperationContext } from '../../runner/operation';
import { sendForRecord } from '../../runner/requests';
import { bioPageMessages } from './messages';
import { toContent, type TypeAndContent } from './blocks';

export const newBlocks = json('Blocks', 'blocks', {
	default: '[]',
	placeholder: 'e.g. [{"type": "header", "content": {"title": "Welcome"}}]',
	description: 'Blocks from top to bottom, as a JSON array of objects with type and content',
});

/** Returns the blocks in the field 'Blocks'. Throws if its value isn't a list of blocks. */
export function parseNewBlocks(given: unknown): TypeAndContent[] {
	if (!Array.isArray(given)) throw Failure.input(bioPageMessages.notArray);
	return given.map((block: unknown, index) => {
		const { type, content } = isRecord(block) ? block : {};
		const parsed = { type: scalarToText(type).trim(), content: toContent(content) };
		if (parsed.type !== '' && isRecord(parsed.content)) return parsed;
		throw Failure.input(bioPageMessages.notBlock, { entry: index + 1 });
	});
}

/**
 * Creates a bio page, then adds the blocks one by one. A refused block doesn't stop the others, because the page
 * already exists. The returned `blocksFailed` lists each refused block, with its position (from 0) and the reason. A
 * hint shows how many were refused.
 */
export async function createPage(
	{ client, addHint }: OperationContext,
	settings: IDataObject,
	blocks: TypeAndContent[],
): Promise<{ page: IDataObject; blocksFailed: IDataObject[] }> {
	const page = await sendForRecord(client, { ...toRequest('POST /api/bio/add'), body: settings });
	const blocksFailed: IDataObject[] = [];
	if (blocks.length === 0) return { page, blocksFailed };
	if (!page.id) throw Failure.unusable(bioPageMessages.idMissing).asMayBeDone();
	const request = toRequest('POST /api/bio/{bioPageId}/block', { bioPageId: page.id });
	const add = async ({ type, content }: TypeAndContent) => {
		if (content === undefined) throw Failure.unusable(bioPageMessages.contentMissing);
		await client.send({ ...request, body: { type, content: content as IDataObject } });
	};
	for (const [index, block] of blocks.entries()) {
		const failure = await getFailure(add(block));
		if (!failure) continue;
		const reason = joinSentences(failure.message, failure.description);
		blocksFailed.push({ index, type: block.type, reason });
	}
	const counts = { failed: blocksFailed.length, total: blocks.length };
	if (counts.failed > 0) addHint(fill(bioPageMessages.blocksFailed, counts));
	return { page, blocksFailed };
}

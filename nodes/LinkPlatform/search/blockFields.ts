import type { IDataObject, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import type { Client } from '../api/client';
import { nodeError } from '../api/failure';
import { connect } from '../connect';
import { locate } from '../operation/request';
import type { Block } from '../resources/bioBlock/blocks';
import { fieldsOf } from '../resources/bioBlock/schemaFields';
import { blockTypeNamed, blockTypesOf } from '../resources/bioPage/blockTypes';
import { blocksOfPage, chosen } from './blocks';

/**
 * The content fields of a bio block, as `GET /api/bio/widgets` describes its type. A block that is there
 * already tells its type itself, and fills the fields with what it holds now.
 */
export async function getBlockFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	try {
		const client = await connect(this);
		const isUpdate = this.getCurrentNodeParameter('operation') === 'update';
		const block = isUpdate ? await chosenBlock(this, client) : newBlock(this);
		if (block === undefined) return none("Choose 'Bio Page' and 'Block' first");
		const { type, content } = block;
		if (type === '') return none("Choose 'Type' first");
		const described = describedType(client, type);
		// The documented fields of a link need no description, so its form works without one.
		const entry = await (type === 'link' ? described.catch(() => undefined) : described);
		const fields = fieldsOf(type, entry).map((field) => ({ ...field, ...held(content[field.id]) }));
		if (fields.length > 0) return { fields };
		return none(
			`The service describes no fields for blocks of the type "${type}". Set 'Content Mode' to 'JSON' to give its content`,
		);
	} catch (thrown) {
		throw nodeError(this.getNode(), thrown);
	}
}

function newBlock(context: ILoadOptionsFunctions): Pick<Block, 'type' | 'content'> {
	const type = context.getCurrentNodeParameter('type');
	const name = type === 'custom' ? context.getCurrentNodeParameter('customType') : type;
	return { type: String(name ?? ''), content: {} };
}

async function chosenBlock(context: ILoadOptionsFunctions, client: Client) {
	const [pageId, key] = [chosen(context, 'bioPageId'), chosen(context, 'blockKey')];
	if (pageId === '' || key === '') return undefined;
	const blocks = await blocksOfPage(client, pageId);
	return blocks.find((block) => String(block.key) === key);
}

async function describedType(client: Client, type: string): Promise<IDataObject | undefined> {
	const body = await client.send(locate('GET /api/bio/widgets', () => ''));
	return blockTypeNamed(blockTypesOf(body), type);
}

function held(value: unknown): { defaultValue?: string | number | boolean } {
	if (value === undefined || value === null) return {};
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
	return { defaultValue: isPlain ? (value as string) : JSON.stringify(value) };
}

function none(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}

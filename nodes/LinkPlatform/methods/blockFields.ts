import type { IDataObject, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import type { Client } from '../api/client';
import { fill } from '../api/fill';
import { isRecord } from '../api/envelope';
import { readList } from '../api/paging';
import { toRequest } from '../api/route';
import { parseBlocks, type Block } from '../resources/bioPage/blocks';
import { parseBlockFields } from '../resources/bioBlock/schemaFields';
import { blockTypeList } from '../resources/bioPage/getBlockTypes';
import { inForm } from './inForm';
import { blockFieldMessages } from './messages';

/**
 * Returns the content fields of a bio block, as `GET /api/bio/widgets` describes its type. For an existing block, its
 * type is used, and its content becomes the default values.
 */
export async function getBlockFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await inForm(this, async (client) => {
		const isUpdate = this.getCurrentNodeParameter('operation') === 'update';
		const block = isUpdate ? await getChosenBlock(this, client) : getNewBlock(this);
		if (block === undefined) return none(blockFieldMessages.chooseBlock.message);
		const { type, content = {} } = block;
		if (type === '') return none(blockFieldMessages.chooseType.message);
		const described = getDescribedType(client, type);
		// The fields of a link block are documented, so its form also works if this request fails.
		const entry = await (type === 'link' ? described.catch(() => undefined) : described);
		const fields = parseBlockFields(type, entry).map((field) => ({
			...field,
			...toDefault(content[field.id]),
		}));
		if (fields.length > 0) return { fields };
		return none(fill(blockFieldMessages.notDescribed, { type }).message);
	});
}

function getNewBlock(context: ILoadOptionsFunctions): Pick<Block, 'type' | 'content'> {
	const type = context.getCurrentNodeParameter('type');
	const name = type === 'custom' ? context.getCurrentNodeParameter('customType') : type;
	return { type: String(name ?? ''), content: {} };
}

async function getChosenBlock(form: ILoadOptionsFunctions, client: Client) {
	const key = getChosen(form, 'blockKey');
	if (getChosen(form, 'bioPageId') === '' || key === '') return undefined;
	const blocks = await getBlocks(form, client);
	return blocks.find((block) => String(block.key) === key);
}

/** Returns the blocks of the bio page that is chosen in the form. */
export async function getBlocks(form: ILoadOptionsFunctions, client: Client): Promise<Block[]> {
	const values = { bioPageId: getChosen(form, 'bioPageId') };
	const request = toRequest('GET /api/bio/{bioPageId}', values, () => 'Bio Page');
	return parseBlocks(await client.send(request)) ?? [];
}

/** Returns the ID of the record that is chosen in one of the form's resource locators; '' if none is chosen yet. */
function getChosen(form: ILoadOptionsFunctions, name: string): string {
	return String(form.getCurrentNodeParameter(name, { extractValue: true }) ?? '');
}

async function getDescribedType(client: Client, type: string): Promise<IDataObject | undefined> {
	const types = await readList(client, blockTypeList);
	return types.filter(isRecord).find((entry) => entry.type === type || entry.name === type);
}

function toDefault(value: unknown): { defaultValue?: string | number | boolean } {
	if (value === undefined || value === null) return {};
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
	return { defaultValue: isPlain ? (value as string) : JSON.stringify(value) };
}

function none(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}

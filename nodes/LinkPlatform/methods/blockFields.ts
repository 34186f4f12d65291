import type {
	IDataObject,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { Client } from '../api/client';
import { fill } from '../api/fill';
import { isRecord, scalarToText } from '../api/envelope';
import { readList } from '../api/paging';
import { toRequest } from '../api/route';
import { parseBlocks, type Block, type TypeAndContent } from '../resources/bioPage/blocks';
import { LINK_BLOCK, parseBlockFields } from '../resources/bioBlock/schemaFields';
import { blockTypeList } from '../resources/bioPage/getBlockTypes';
import { inForm } from './inForm';
import { blockFieldMessages } from './messages';

/**
 * Returns the content fields of a bio block, as `GET /api/bio/widgets` describes its type. For an existing block,
 * uses its type, and its content as the default values.
 */
export const getBlockFields = inForm(async (client, form): Promise<ResourceMapperFields> => {
	const isUpdate = form.getCurrentNodeParameter('operation') === 'update';
	const { type, content } = isUpdate ? await getChosenBlock(form, client) : getNewBlock(form);
	if (type === '') return { fields: [], emptyFieldsNotice: blockFieldMessages.choose };
	const described = type === 'link' ? LINK_BLOCK : await getDescribedType(client, type);
	const values = isRecord(content) ? content : {};
	const fields = parseBlockFields(described).map((field) => ({
		...field,
		defaultValue: toDefault(values[field.id]),
	}));
	return { fields, emptyFieldsNotice: fill(blockFieldMessages.notDescribed, { type }) };
});

function getNewBlock(form: ILoadOptionsFunctions): TypeAndContent {
	const type = form.getCurrentNodeParameter('type');
	const name = type === 'custom' ? form.getCurrentNodeParameter('customType') : type;
	return { type: scalarToText(name) };
}

async function getChosenBlock(
	form: ILoadOptionsFunctions,
	client: Client,
): Promise<TypeAndContent> {
	const key = getChosen(form, 'blockKey');
	if (key === '' || getChosen(form, 'bioPageId') === '') return { type: '' };
	const blocks = await getBlocks(form, client);
	return blocks.find((block) => block.key === key) ?? { type: '' };
}

/** Returns the blocks of the bio page that is chosen in the form. */
export async function getBlocks(form: ILoadOptionsFunctions, client: Client): Promise<Block[]> {
	const bioPageId = getChosen(form, 'bioPageId');
	const request = toRequest('GET /api/bio/{bioPageId}', { bioPageId }, () => 'Bio Page');
	return parseBlocks(await client.send(request)) ?? [];
}

/** Returns the ID of the record that is chosen in one of the form's resource locators; '' if none is chosen yet. */
function getChosen(form: ILoadOptionsFunctions, name: string): string {
	return scalarToText(form.getCurrentNodeParameter(name, { extractValue: true }));
}

async function getDescribedType(client: Client, type: string): Promise<IDataObject> {
	const types = await readList(client, blockTypeList);
	return types.filter(isRecord).find((entry) => entry.type === type || entry.name === type) ?? {};
}

function toDefault(value: unknown): ResourceMapperField['defaultValue'] {
	if (value === null) return undefined;
	return typeof value === 'object' ? JSON.stringify(value) : (value as string);
}

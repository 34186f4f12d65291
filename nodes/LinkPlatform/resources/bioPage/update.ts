import { text } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { getChanges, updateFields } from '../../runner/updateFields';
import { bioPageId, name, pageSettings, theme } from './fields';
import { pageOutput } from './record';

export const update: RequestOperation = {
	action: 'Update bio page',
	description: 'Change the name, text, look or search engine settings of a bio page',
	route: 'PUT /api/bio/{bioPageId}/update',
	fields: [
		bioPageId,
		...updateFields(
			[
				...pageSettings,
				name,
				text('SEO Description', 'seoDescription', {
					typeOptions: { rows: 2 },
					placeholder: 'e.g. Essays and notes by Ada Lovelace',
				}),
				text('SEO Title', 'seoTitle', { placeholder: 'e.g. Ada Lovelace | Essays' }),
				theme,
			],
			['bio', 'avatar', 'seoTitle', 'seoDescription'],
		),
		...pageOutput,
	],
	body: (input) => {
		const { seoTitle, seoDescription, ...rest } = getChanges(input);
		if (seoTitle === undefined && seoDescription === undefined) return rest;
		return { ...rest, seo: { title: seoTitle, description: seoDescription } };
	},
};

import { choice, collection, text, whole } from '../../runner/fields';
import type { RequestOperation } from '../../runner/operation';
import { bioPageId } from '../bioPage/fields';
import { getContent, newContent } from './fields';

export const create: RequestOperation = {
	action: 'Create bio block',
	description: 'Add a block, such as a link or a text, to a bio page',
	route: 'POST /api/bio/{bioPageId}/block',
	fields: [
		bioPageId,
		choice(
			'Type',
			'type',
			[
				{
					value: 'custom',
					description: 'Another type that your Link Platform offers',
				},
				{ value: 'divider', description: 'A line between blocks' },
				{
					value: 'embed',
					description: 'Embedded content from another website, e.g. a video',
				},
				{ value: 'header', description: 'A heading' },
				{ value: 'image', description: 'A picture' },
				{ value: 'link', description: 'A button that opens a URL' },
				{ value: 'newsletter', description: 'An email sign-up form' },
				{ value: 'social', description: 'Links to social networks' },
				{ value: 'text', description: 'A paragraph' },
			],
			{ required: true, default: 'link' },
		),
		text('Custom Type', 'customType', {
			displayOptions: { show: { type: ['custom'] } },
			placeholder: 'e.g. video',
			description: 'Bio Page > Get Block Types lists all types',
		}),
		...newContent,
		collection('Additional Fields', [
			whole('Position', 'position', 0, {
				description: 'Leave empty to add the block at the end',
			}),
		]),
	],
	body: (input) => {
		const type = input.string('type');
		return {
			type: type === 'custom' ? input.required('customType') : type,
			content: getContent(input),
			...input.collection('additionalFields'),
		};
	},
};

import { outputFields } from '../../runner/outputFields';

/** The fields 'Output' and 'Fields' for bio pages. 'Simplified' leaves out the lists and settings inside a page. */
export const pageOutput = outputFields(
	[
		{ name: 'Alias', value: 'slug' },
		'avatar',
		'bio',
		'blocks',
		{ name: 'Created At', value: 'date' },
		'domain',
		'name',
		{ name: 'SEO', value: 'seo' },
		'theme',
		{ name: 'URL', value: 'url' },
		'views',
	],
	['blocks', 'widgets', 'seo', 'settings'],
);

import { outputFields } from '../../runner/outputFields';

/** The fields 'Output' and 'Fields' for bio pages. */
export const pageOutput = outputFields([
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
]);

/** The lists and settings inside a bio page, which 'Simplified' leaves out. */
export const pageDetails = ['blocks', 'widgets', 'seo', 'settings'];

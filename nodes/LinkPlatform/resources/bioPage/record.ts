import { outputFields } from '../../runner/outputFields';

/** The fields 'Output' and 'Fields' for bio pages. */
export const pageOutput = outputFields([
	{ name: 'Alias', value: 'slug' },
	{ name: 'Avatar', value: 'avatar' },
	{ name: 'Bio', value: 'bio' },
	{ name: 'Blocks', value: 'blocks' },
	{ name: 'Created At', value: 'date' },
	{ name: 'Domain', value: 'domain' },
	{ name: 'Name', value: 'name' },
	{ name: 'SEO', value: 'seo' },
	{ name: 'Theme', value: 'theme' },
	{ name: 'URL', value: 'url' },
	{ name: 'Views', value: 'views' },
]);

/** The lists and settings inside a bio page, which 'Simplified' leaves out. */
export const pageDetails = ['blocks', 'widgets', 'seo', 'settings'];

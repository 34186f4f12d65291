import { outputFields } from '../../operations/outputFields';

/** The choice of what of a bio page comes out. */
export const pageOutput = outputFields([
	{ name: 'Avatar', value: 'avatar' },
	{ name: 'Bio', value: 'bio' },
	{ name: 'Blocks', value: 'blocks' },
	{ name: 'Created At', value: 'date' },
	{ name: 'Domain', value: 'domain' },
	{ name: 'Name', value: 'name' },
	{ name: 'SEO', value: 'seo' },
	{ name: 'Slug', value: 'slug' },
	{ name: 'Theme', value: 'theme' },
	{ name: 'URL', value: 'url' },
	{ name: 'Views', value: 'views' },
]);

/** What 'Simplify' leaves: the page's own values, without the lists inside it. */
export const simplifiedPage = [
	'id',
	'name',
	'slug',
	'bio',
	'url',
	'views',
	'date',
	'avatar',
	'theme',
	'domain',
];

import { locator, text, url } from '../../runner/fields';
import { assertAlias } from '../alias';

/**
 * The field for the bio page that an operation uses. Operations of blocks and subscribers have it too (current API, Bio
 * profiles).
 */
export const bioPageId = locator('Bio Page', 'bioPageId', 'searchBioPages');

export const name = text('Name', 'name', {
	required: true,
	placeholder: 'e.g. Ada Lovelace',
	description: 'Heading of the page',
});

export const slug = text('Alias', 'slug', {
	check: assertAlias,
	required: true,
	placeholder: 'e.g. ada',
	description: "The last part of the page's URL. It must be unique.",
});

/** The settings of a bio page besides its name and slug. */
export const pageSettings = [
	url('Avatar', 'avatar', {
		placeholder: 'e.g. https://example.com/ada.png',
		description: 'URL of the image at the top of the page',
	}),
	text('Bio', 'bio', {
		typeOptions: { rows: 3 },
		placeholder: 'e.g. Writes about engines and numbers',
		description: 'Text below the name',
	}),
];

export const theme = text('Theme', 'theme', {
	placeholder: 'e.g. midnight',
	description: 'Name of a theme in Link Platform',
});

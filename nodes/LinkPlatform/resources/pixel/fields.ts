import { locator, text } from '../../runner/fields';

export const pixelId = locator('Pixel', 'pixelId', 'searchPixels');

export const pixelName = text('Name', 'name', {
	required: true,
	placeholder: 'e.g. Shop visitors',
});

export const tag = text('Tag', 'tag', {
	required: true,
	placeholder: 'e.g. GTM-ABC123',
	description: "Tag or ID from the pixel's provider",
});

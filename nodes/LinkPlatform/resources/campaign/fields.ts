import { byId, locator, text } from '../../runner/fields';

export const campaignId = locator('Campaign', 'campaignId', 'searchCampaigns', [
	{ ...byId, placeholder: 'e.g. 5' },
]);

export const name = text('Name', 'name', {
	required: true,
	placeholder: 'e.g. Spring launch',
});

export const description = text('Description', 'description', {
	placeholder: 'e.g. Everything about the launch',
});

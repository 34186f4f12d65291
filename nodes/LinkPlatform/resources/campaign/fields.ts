import { locator, text } from '../../runner/fields';

export const campaignId = locator({
	displayName: 'Campaign',
	name: 'campaignId',
	searchListMethod: 'searchCampaigns',
	id: '5',
});

export const name = text('Name', 'name', {
	required: true,
	placeholder: 'e.g. Spring launch',
});

export const description = text('Description', 'description', {
	placeholder: 'e.g. Everything about the launch',
});

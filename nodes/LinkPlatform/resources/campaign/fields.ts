import type { INodeProperties } from 'n8n-workflow';
import { locator, text } from '../../runner/fields';

export const campaignId = locator({
	displayName: 'Campaign',
	name: 'campaignId',
	searchListMethod: 'searchCampaigns',
	id: '5',
});

export const name: INodeProperties = text('Name', 'name', {
	required: true,
	placeholder: 'e.g. Spring launch',
});

export const description: INodeProperties = text('Description', 'description', {
	placeholder: 'e.g. Everything about the launch',
});

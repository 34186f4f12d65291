import { getLabel } from '../resources/bioPage/blocks';
import { bioPageList } from '../resources/bioPage/getAll';
import { campaignList } from '../resources/campaign/getAll';
import { channelList } from '../resources/channel/getAll';
import { domainList } from '../resources/domain/getAll';
import { legacyCampaignList } from '../resources/legacyCampaign/getAll';
import { legacyDomainList } from '../resources/legacyDomain/getAll';
import { linkList } from '../resources/link/list';
import { pixelList } from '../resources/pixel/getAll';
import { qrCodeList } from '../resources/qrCode/getAll';
import { webhookList } from '../resources/webhook/getAll';
import { describeReceiver, getReceivers } from '../resources/webhook/receivers';
import { getBlockFields, getBlocks } from './blockFields';
import { getCampaigns, getDomains } from './dropdowns';
import { getEventTypes, getSingleEvents } from './eventTypes';
import { searchAmong, searchIn } from './searchIn';

/** The methods that fill the lists of resource locators. */
export const listSearch = {
	searchBioPages: searchIn(bioPageList),
	searchBlocks: searchAmong(async (client, form) => {
		const blocks = await getBlocks(form, client);
		return blocks.map((block) => ({ name: getLabel(block), value: block.key }));
	}),
	searchCampaigns: searchIn(campaignList),
	searchChannels: searchIn(channelList),
	searchDomains: searchIn(domainList),
	searchLegacyCampaigns: searchIn(legacyCampaignList),
	searchLegacyDomains: searchIn(legacyDomainList),
	searchLinks: searchIn(linkList),
	searchPixels: searchIn(pixelList),
	searchQrCodes: searchIn(qrCodeList),
	searchReceivers: searchAmong(async (client, form) => {
		// Use n8n's public address: webhooks have this address, even if the editor has another one.
		const receivers = await getReceivers(client, form.getRestApiUrl());
		return receivers.map((one) => ({ name: describeReceiver(one), value: one.url }));
	}),
	searchWebhooks: searchIn(webhookList),
};

/** The methods that fill dropdowns inside collections. */
export const loadOptions = { getCampaigns, getDomains, getEventTypes, getSingleEvents };

/** The methods that provide the fields of resource mappers. */
export const resourceMapping = { getBlockFields };

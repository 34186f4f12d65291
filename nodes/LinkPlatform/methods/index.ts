import { bioPageList } from '../resources/bioPage/list';
import { campaignList } from '../resources/campaign/list';
import { channelList } from '../resources/channel/list';
import { domainList } from '../resources/domain/list';
import { legacyCampaignList } from '../resources/legacyCampaign/list';
import { legacyDomainList } from '../resources/legacyDomain/list';
import { linkList } from '../resources/link/list';
import { pixelList } from '../resources/pixel/list';
import { qrCodeList } from '../resources/qrCode/list';
import { webhookList } from '../resources/webhook/list';
import { getBlockFields } from './blockFields';
import { searchBlocks } from './blocks';
import { getCampaigns, getDomains } from './dropdowns';
import { getEventTypes } from './eventTypes';
import { searchReceivers } from './receivers';
import { searchIn } from './searchIn';

/** What fills the resource locators. */
export const listSearch = {
	searchBioPages: searchIn(bioPageList),
	searchBlocks,
	searchCampaigns: searchIn(campaignList),
	searchChannels: searchIn(channelList),
	searchDomains: searchIn(domainList),
	searchLegacyCampaigns: searchIn(legacyCampaignList),
	searchLegacyDomains: searchIn(legacyDomainList),
	searchLinks: searchIn(linkList),
	searchPixels: searchIn(pixelList),
	searchQrCodes: searchIn(qrCodeList),
	searchReceivers,
	searchWebhooks: searchIn(webhookList),
};

/** What fills the dropdowns inside collections. */
export const loadOptions = { getCampaigns, getDomains, getEventTypes };

/** What fills the resource mappers. */
export const resourceMapping = { getBlockFields };

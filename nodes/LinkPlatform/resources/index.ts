import { offerInputFields } from '../runner/inputFields';
import { account } from './account';
import { analytics } from './analytics';
import { apiKey } from './apiKey';
import { bioBlock } from './bioBlock';
import { bioPage } from './bioPage';
import { campaign } from './campaign';
import { channel } from './channel';
import { ctaOverlay } from './ctaOverlay';
import { domain } from './domain';
import { file } from './file';
import { legacyAccount } from './legacyAccount';
import { legacyCampaign } from './legacyCampaign';
import { legacyDomain } from './legacyDomain';
import { link } from './link';
import { pixel } from './pixel';
import { qrCode } from './qrCode';
import { splashPage } from './splashPage';
import { subscriber } from './subscriber';
import { webhook } from './webhook';

/**
 * The resources of each action node, sorted by how often they are used. n8n's menu and list of actions keep this order.
 */
export const resources = {
	linkPlatform: [link, qrCode, analytics, campaign, domain, webhook, account, apiKey].map(
		offerInputFields,
	),
	linkPlatformBioPage: [bioPage, bioBlock, subscriber].map(offerInputFields),
	linkPlatformAssets: [
		file,
		channel,
		pixel,
		ctaOverlay,
		splashPage,
		legacyCampaign,
		legacyDomain,
		legacyAccount,
	].map(offerInputFields),
};

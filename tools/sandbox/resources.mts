import type { Resource } from './context.mts';
import { account } from './routes/account.mts';
import { analytics } from './routes/analytics.mts';
import { apiKeys } from './routes/apiKeys.mts';
import { bioBlocks } from './routes/bioBlocks.mts';
import { bioPages } from './routes/bioPages.mts';
import { campaigns } from './routes/campaigns.mts';
import { domains } from './routes/domains.mts';
import { legacyAccount } from './routes/legacyAccount.mts';
import { legacyCampaigns } from './routes/legacyCampaigns.mts';
import { legacyChannels } from './routes/legacyChannels.mts';
import { legacyDomains } from './routes/legacyDomains.mts';
import { legacyFiles } from './routes/legacyFiles.mts';
import { legacyOverlays } from './routes/legacyOverlays.mts';
import { legacyPixels } from './routes/legacyPixels.mts';
import { legacySplash } from './routes/legacySplash.mts';
import { links } from './routes/links.mts';
import { qrCodes } from './routes/qrCodes.mts';
import { subscribers } from './routes/subscribers.mts';
import { visits } from './routes/visits.mts';
import { webhooks } from './routes/webhooks.mts';

/** Everything the sandbox serves. Seeds run in this order: what refers to others comes later. */
export const resources: Resource[] = [
	account,
	apiKeys,
	domains,
	campaigns,
	links,
	qrCodes,
	bioPages,
	bioBlocks,
	subscribers,
	visits,
	webhooks,
	analytics,
	legacyAccount,
	legacyCampaigns,
	legacyChannels,
	legacyDomains,
	legacyFiles,
	legacyOverlays,
	legacyPixels,
	legacySplash,
];

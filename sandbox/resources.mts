import type { Resource } from './context.mts';
import { account } from './routes/account.mts';
import { analytics } from './routes/analytics.mts';
import { apiKeys } from './routes/apiKeys.mts';
import { campaigns } from './routes/campaigns.mts';
import { domains } from './routes/domains.mts';
import { links } from './routes/links.mts';
import { qrCodes } from './routes/qrCodes.mts';
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
	visits,
	webhooks,
	analytics,
];

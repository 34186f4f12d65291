import type { Resource } from './context.mts';
import { account } from './routes/account.mts';
import { analytics } from './routes/analytics.mts';
import { bioBlocks } from './routes/bioBlocks.mts';
import { bioPages } from './routes/bioPages.mts';
import { campaigns } from './routes/campaigns.mts';
import { channels } from './routes/channels.mts';
import { domains } from './routes/domains.mts';
import { files } from './routes/files.mts';
import { overlays, pixels, splashPages } from './routes/legacyPlain.mts';
import { links } from './routes/links.mts';
import { qrCodes } from './routes/qrCodes.mts';
import { subscribers } from './routes/subscribers.mts';
import { visits } from './routes/visits.mts';
import { webhooks } from './routes/webhooks.mts';

/**
 * All resources that the sandbox serves. Their seeds run in this order, so a resource comes after the resources that it
 * refers to.
 */
export const resources: Resource[] = [
	account,
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
	channels,
	files,
	overlays,
	pixels,
	splashPages,
];

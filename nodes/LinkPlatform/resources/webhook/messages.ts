import type { Messages } from '../../api/fill';

/** Ensure Active, and Clean Up. */
export const webhookMessages = {
	invalidUrl: {
		message: "'URL' is not a URL of the web",
		description:
			'Enter the Production URL of a Link Platform Trigger, e.g. https://n8n.example.com/webhook/4f1c',
		meaning: 'Events are sent to addresses that begin with https:// or http:// only.',
	},
	invalidPrefix: {
		message: "'URL Prefix' must be an address with scheme and host",
		description:
			'Enter how the URLs begin, e.g. https://old-n8n.example.com/ or https://n8n.example.com/webhook/4f1c, without ? and #',
		meaning:
			'It would match webhooks of others too. Scheme, host and port have to be the same, and each part of the path.',
	},
	notEncrypted: {
		message:
			'The URL is not encrypted, so others can read the events in transit, and Link Platform may refuse it. Use https.',
		meaning: 'A hint. The URL begins with http://.',
		advice: 'Put n8n behind a reverse proxy with TLS, and set `N8N_WEBHOOK_URL`.',
	},
} as const satisfies Messages;

import type { Messages } from '../../api/fill';

/** Messages of the other operations of an account. */
export const accountMessages = {
	passwordTooShort: {
		message: "'New Password' must have at least {least} characters",
		description: "Enter a longer 'New Password'",
	},
	unknownQuota: {
		message: 'Link Platform didn\'t return the usage of the quota "{label}" ({quota})',
		description: 'Account > Get Usage shows what Link Platform returns',
	},
} as const satisfies Messages;

const CREATE_KEY = 'Create a key without scopes, or with the ones that your workflows need';

/** Messages of Check Setup: findings and advice. */
export const setupMessages = {
	fine: { message: 'Nothing to do' },
	works: { message: 'Works' },
	legacyAddress: {
		message: 'This is the legacy API',
		description:
			"Enter this address as 'Legacy API URL' under 'Advanced' in the credential, and the address of the current API as 'API URL'",
	},
	fullAccess: { message: 'Full access' },
	readOnly: { message: 'Read only: {scopes}', description: CREATE_KEY },
	scopes: { message: 'Scopes: {scopes}' },
	scopesHidden: {
		message: 'Unknown, since Link Platform does not list the scopes of this key',
		description: 'Look them up in your account if something cannot be created',
	},
	noEvents: {
		message: 'Link Platform offers no events',
		description: 'Check whether your plan includes webhooks. Without them, no trigger starts',
	},
	eventCount: { message: 'Types of events: {count}' },
	rateLimit: { message: '{limit} requests per window' },
	lowRateLimit: {
		message: '{limit} requests per window',
		description:
			"Long runs wait for it. Raise 'Max Wait (Seconds)' in the credential if they end for that reason, and process fewer items at a time",
	},
	noRateLimit: { message: 'None announced' },
	quota: { message: '{used} of {limit} used' },
	quotaFree: { message: '{used} used, no limit' },
	quotaFull: {
		message: '{used} of {limit} used',
		description: 'Delete what is no longer needed, or upgrade the plan',
	},
	reachable: { message: '{address}' },
	noSubscriptions: { message: 'None' },
	subscriptions: { message: 'Webhooks of this n8n, all active: {count}' },
	subscriptionsOutdated: {
		message:
			'Webhooks of this n8n made with another API key or signing secret: {outdated} of {count}',
		description:
			'Events are refused. Publish the workflows of their triggers again; otherwise n8n renews them within the hour',
	},
	subscriptionsOff: {
		message: 'Webhooks of this n8n that are switched off: {off} of {count}',
		description:
			'Publish their workflows again, or run Webhook > Ensure Active. Then check why deliveries failed',
	},
	unproven: {
		message: 'Unknown, since the request was refused',
		description: "Correct 'API Key' first",
	},
	legacyMissing: {
		message: 'No legacy API at this address ({reason})',
		description:
			"Only the node Link Platform Assets needs it. If you use that, check 'Legacy API URL' in the credential",
	},
} as const satisfies Messages;

import type { Messages } from '../../api/fill';

/** Messages of all account operations except Check Setup. */
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

const CREATE_KEY = 'Create a key without scopes, or with the scopes that your workflows need';

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
		message: "Unknown, because Link Platform doesn't list the scopes of this key",
		description:
			"If an operation isn't allowed, look up the key's scopes in your Link Platform account",
	},
	noEvents: {
		message: 'Link Platform offers no events',
		description:
			"Check whether your plan includes webhooks. Without webhooks, the Link Platform Trigger can't start a workflow",
	},
	eventCount: { message: 'Types of events: {count}' },
	rateLimit: { message: '{limit} requests per window' },
	lowRateLimit: {
		message: '{limit} requests per window',
		description:
			"Long runs have to wait for the rate limit. If they fail for that reason, raise 'Max Wait (Seconds)' in the credential, and process fewer items at a time",
	},
	noRateLimit: { message: 'Not announced by Link Platform' },
	quota: { message: '{used} of {limit} used' },
	quotaFree: { message: '{used} used, no limit' },
	quotaFull: {
		message: '{used} of {limit} used',
		description: 'Delete records you no longer need, or upgrade the plan',
	},
	reachable: { message: '{address}' },
	noSubscriptions: { message: 'None' },
	subscriptions: { message: 'Webhooks of this n8n instance, all active: {count}' },
	subscriptionsOutdated: {
		message:
			'Webhooks of this n8n instance created with a different API key or signing secret: {outdated} of {count}',
		description:
			'n8n refuses their events until it renews the webhooks within the hour. To renew them now, publish the workflows of their triggers again',
	},
	subscriptionsOff: {
		message: 'Webhooks of this n8n instance that are switched off: {off} of {count}',
		description:
			'Publish their workflows again, or run Webhook > Ensure Active. Then check why deliveries failed',
	},
	unproven: {
		message: 'Unknown, because the request was refused',
		description: "Correct 'API Key' first",
	},
	legacyMissing: {
		message: 'No legacy API at this address ({reason})',
		description:
			"Only the Link Platform Assets node needs the legacy API. If you use that node, check 'Legacy API URL' in the credential",
	},
} as const satisfies Messages;

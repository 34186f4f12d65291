import type { Messages } from '../../api/fill';

/** Account. */
export const accountMessages = {
	passwordTooShort: {
		message: "'New Password' must have at least {least} characters",
		description: "Enter a longer 'New Password'",
		meaning: 'The password was not changed.',
	},
	unknownQuota: {
		message: 'Link Platform didn\'t return the usage of the quota "{label}" ({quota})',
		description: 'Account > Get Usage shows what Link Platform returns',
		meaning: 'Link Platform counts this quota under another name, or not at all.',
	},
} as const satisfies Messages;

const CREATE_KEY = 'Create a key without scopes, or with the ones that your workflows need';

/** Check Setup: what is found, and what to do. */
export const setupMessages = {
	fine: { message: 'Nothing to do', meaning: 'The advice of a check that found nothing wrong.' },
	works: { message: 'Works', meaning: 'Link Platform responded as it should.' },
	fullAccess: {
		message: 'Full access',
		meaning: 'The key has no scopes, so it may do everything.',
	},
	readOnly: {
		message: 'Read only: {scopes}',
		description: CREATE_KEY,
		meaning: 'Creating, changing and deleting fails with this key.',
	},
	scopes: { message: 'Scopes: {scopes}', meaning: 'What the key is limited to.' },
	scopesHidden: {
		message: 'Unknown, since Link Platform does not list the scopes of this key',
		description: 'Look them up in your account if something cannot be created',
		meaning: 'Check Setup only reads, so it does not try to create anything.',
	},
	noEvents: {
		message: 'No events on offer',
		description: 'Check whether your plan includes webhooks. Without them, no trigger starts',
		meaning: 'The list of event types is empty.',
	},
	eventCount: { message: '{count} event types', meaning: 'What triggers can subscribe to.' },
	rateLimit: {
		message: '{limit} requests per window',
		meaning: 'The rate limit that Link Platform announced with its responses.',
	},
	lowRateLimit: {
		message: '{limit} requests per window',
		description:
			"Long runs wait for it. Raise 'Max Wait (Seconds)' in the credential if they end for that reason, and process fewer items at a time",
		meaning: 'Fewer requests than the 30 per minute that the API documents name.',
	},
	noRateLimit: {
		message: 'None announced',
		meaning: 'If Link Platform has a rate limit, it is learned from the first refusal.',
	},
	quota: { message: '{used} of {limit} used', meaning: 'A quota of the plan with room.' },
	quotaFree: { message: '{used} used, no limit', meaning: 'A quota of the plan without limit.' },
	quotaFull: {
		message: '{used} of {limit} used',
		description: 'Delete what is no longer needed, or upgrade the plan',
		meaning: 'A quota of the plan is used up, so nothing more can be created.',
	},
	reachable: {
		message: '{address}',
		meaning:
			'The address is a public one. **Webhook > Ensure Active** with **Check Delivery** shows whether deliveries arrive there.',
	},
	noSubscriptions: {
		message: 'None',
		meaning: 'No trigger of this n8n is published, and no execution waits for an event.',
	},
	subscriptions: {
		message: '{count} webhooks of this n8n, all active',
		meaning: 'What triggers and waiting executions of this n8n have subscribed to.',
	},
	subscriptionsOff: {
		message: '{off} of {count} webhooks of this n8n are switched off',
		description:
			'Publish their workflows again, or run Webhook > Ensure Active. Then check why deliveries failed',
		meaning: 'Link Platform switches a webhook off when a delivery has failed five times.',
	},
	legacyMissing: {
		message: 'No legacy API at this address ({reason})',
		description:
			"Only the node Link Platform Assets needs it. If you use that, check 'Legacy API URL' in the credential",
		meaning: 'Some deployments offer only one of the two APIs.',
	},
} as const satisfies Messages;

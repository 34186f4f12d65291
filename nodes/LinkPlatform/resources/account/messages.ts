import type { Messages } from '../../api/fill';

/** Messages of all account operations except Check Setup. */
export const accountMessages = {
	passwordTooShort: {
		message: "'New Password' must have at least {least} characters",
		description: "Enter a longer 'New Password'",
	},
	unknownQuota: {
		message: 'Link Platform didn\'t return how much of the quota "{label}" ({quota}) is used',
		description: 'To see what Link Platform returns, run Account > Get Usage',
	},
} as const satisfies Messages;

/** Messages of Check Setup: findings and advice. */
export const setupMessages = {
	fine: 'Nothing to do',
	works: 'Works',
	legacyAddress: {
		message: 'This URL belongs to the legacy API',
		description:
			"Enter this address as 'Legacy API URL' under 'Advanced' in the credential, and the address of the current API as 'API URL'",
	},
	noEvents: {
		message: 'Link Platform returned no event types',
		description:
			"Check whether your plan includes webhooks. Without webhooks, the Link Platform Trigger can't start a workflow",
	},
	eventCount: 'Event types: {count}',
	rateLimit: 'Requests per time window: {limit}',
	quota: {
		message: '{used} used, limit: {limit}',
		description: 'Delete records you no longer need, or upgrade the plan',
	},
	noWebhooks: "None. A trigger's webhook appears here once its workflow is published",
	received: 'The trigger receives deliveries',
	waits: 'A paused execution waits for these events',
	notAsked: "Not checked, because the webhook isn't a Link Platform Trigger's",
	masked: 'Not checked, because Link Platform masks the URL of this webhook',
	legacyFails: {
		message: "The legacy API can't be used ({reason})",
		description:
			"Only the Link Platform Assets node needs the legacy API. If you use that node, check 'Legacy API URL' in the credential",
	},
} as const satisfies Messages;

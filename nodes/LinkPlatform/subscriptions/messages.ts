import type { Messages } from '../api/fill';

/** Messages about creating and replacing webhooks. */
export const subscriptionMessages = {
	eventsRefused: {
		reason: 'webhook.eventsRefused',
		message: "Link Platform didn't subscribe the webhook to {events}",
		description: 'Remove these events, or check whether your plan includes them',
	},
	noUrl: {
		message: 'Link Platform lists webhooks without their URLs',
		description: 'Look at the response of Webhook > Get Many, and contact Link Platform support',
	},
	noId: {
		message: "Link Platform doesn't list the webhook's ID, so it can't be deleted",
		description: 'Delete the webhook in your Link Platform account',
	},
	notListed: {
		message: "Link Platform accepted the webhook but doesn't list it",
		description:
			"Check the webhooks in your Link Platform account, delete those you don't need, and try again",
	},
	newIsLeft: "The new webhook couldn't be deleted. Delete it in your Link Platform account",
	earlierIsLeft:
		"The new webhook is active, but an earlier one with this URL couldn't be deleted. Events may be delivered twice",
	earlierIsGone:
		'The earlier webhook with this URL may have been deleted, so events may not be delivered until a new webhook is created',
} as const satisfies Messages;

/** What is wrong at the URL of a trigger, for Check Setup and Send Test Event. */
export const heartbeatMessages = {
	notPublished: {
		message: 'n8n has no published workflow at this URL (status 404)',
		description:
			"Unpublish the trigger's workflow and publish it again. If the workflow is gone, delete the webhook with Webhook > Delete",
	},
	testUrl: {
		message: 'This is the test URL, which only works while n8n is waiting for a test event',
		description:
			"Execute the trigger's step in the editor, and try again within two minutes. For real events, publish the workflow",
	},
	signatureRefused: {
		message: 'The trigger rejected the signature (status 401)',
		description:
			"Choose the trigger's credential in this node too. If it is the same, unpublish the trigger's workflow and publish it again",
	},
	noCredential: {
		message: "The trigger can't read its credential at the moment (status 503)",
		description: "Open the trigger's credential, and check that it exists and can be read",
	},
	notCurrent: {
		message:
			"The trigger's webhook was created with a different API key or signing secret, so events are refused",
		description: "Unpublish the trigger's workflow and publish it again",
	},
	eventsRefused: {
		message:
			'The trigger has refused signed deliveries since the last one that it accepted: {count}',
		description: "Unpublish the trigger's workflow and publish it again",
	},
	switchedOff: {
		message: 'Link Platform switched the webhook off, because deliveries failed',
		description: "Unpublish the trigger's workflow and publish it again",
	},
	redirected: {
		message: "The URL redirects to {address}, but deliveries don't follow redirects",
		description:
			"Set n8n's environment variable N8N_WEBHOOK_URL to the final address, restart n8n, and publish the trigger's workflow again",
	},
	notTrigger: {
		message: 'Something other than a Link Platform Trigger responded (status {status})',
		description:
			'Have the reverse proxy forward the webhook path to n8n, and update n8n-nodes-linkplatform where the trigger runs',
	},
	anotherN8n: {
		message: 'Another n8n instance responded, whose address is {address}',
		description:
			"Have the reverse proxy forward the webhook path to this n8n instance, then unpublish the trigger's workflow and publish it again",
	},
	otherStatus: {
		message: 'Something in front of the trigger responded, not the trigger (status {status})',
		description:
			'Have the reverse proxy forward the webhook path to n8n without a login, and check that n8n is running',
	},
	noResponse:
		'Check the URL, its DNS record and its certificate. Also check that n8n and its reverse proxy are running',
} as const satisfies Messages;

/** Messages about publishing and unpublishing the trigger. */
export const publishingMessages = {
	noEvent: {
		message: "'Trigger On' is empty",
		description: 'Choose at least one event, or All Events',
	},
	refused:
		"Check your plan, 'Trigger On', the webhooks in your Link Platform account, and whether n8n's address starts with https:// (environment variable N8N_WEBHOOK_URL)",
	bothPrivate:
		'Link Platform Trigger: both n8n ({address}) and Link Platform are on a private network. Events arrive only if Link Platform can reach that address.',
	anotherN8n:
		'Link Platform Trigger: another n8n instance now answers at {address}, the old address of this instance, so the webhook for that address was kept.',
	notRemoved: 'Link Platform Trigger: the webhook was not removed. {reason}',
	notSubscribed:
		"Link Platform Trigger: 'Trigger On' is All Events, but Link Platform didn't subscribe the webhook to {events}. Check whether your plan includes these events.",
} as const satisfies Messages;

/** Messages of the hourly check of a published trigger. */
export const checkMessages = {
	renewed: {
		message: 'The webhook of this trigger was renewed. {reason}',
		description:
			'Missed events are not sent again. Analytics > Get Each Click lists clicks, QR Code > Get Many shows the number of scans, and Subscriber > Get Many lists subscribers',
	},
	missing: 'The webhook was missing, or Link Platform switched it off',
	inactive: 'Link Platform switched the webhook off',
	eventsMissing: 'Missing events: {events}',
	secretChanged: 'The API key or signing secret has changed',
	foreign: "Another webhook has taken the place of the trigger's",
	left: {
		message: 'Another n8n instance uses the URL of this trigger, {url}',
		description:
			'Its webhook was left as it is. Give each n8n instance an address of its own (environment variable N8N_WEBHOOK_URL), or unpublish the workflow in one of them',
	},
	gap: 'Events since {time} UTC may be missing',
	failed: "The webhook of this trigger couldn't be checked or renewed. {reason}",
	triesAgain: 'n8n tries again every hour',
	noResponse: "Link Platform Trigger: the webhook couldn't be checked. {reason}",
} as const satisfies Messages;

import type { Messages } from '../api/fill';
import { publicAddressMessages } from '../adapter/messages';

/** Publishing and unpublishing. */
export const publishingMessages = {
	noEvent: {
		message: "'Trigger On' is empty",
		description: 'Choose at least one event, or All Events',
	},
	refused: { message: "Check your plan, 'Trigger On', and the webhooks in your account" },
	notEncrypted: {
		message: `Link Platform Trigger: the address of n8n is not encrypted, so whoever is on the way can read the events, e.g. IP addresses of visitors and email addresses of buyers. ${publicAddressMessages.setWebhookUrl.message}.`,
	},
	bothPrivate: {
		message:
			'Link Platform Trigger: both n8n ({address}) and Link Platform are in a private network. Events arrive only if Link Platform can reach that address.',
	},
	anotherN8n: {
		message:
			"Link Platform Trigger: another n8n responds at this n8n's former address, {address}, so its webhook stays.",
	},
	notRemoved: { message: 'Link Platform Trigger: the webhook was not removed. {reason}' },
} as const satisfies Messages;

/** The hourly check of a published trigger. */
export const checkMessages = {
	renewed: { message: 'The webhook of this trigger was renewed. {reason}' },
	missed: { message: 'Missed events are not sent again' },
	clicks: { message: 'Analytics > Get Each Click lists clicks' },
	scans: { message: 'QR Code > Get Many has the number of scans' },
	subscribers: { message: 'Subscriber > Get Many lists subscribers' },
	others: { message: "Other events can't be listed" },
	secretChanged: { message: 'The API key or signing secret has changed' },
	notChecked: { message: "The webhook of this trigger couldn't be checked. {reason}" },
	notRenewed: { message: "The webhook of this trigger couldn't be renewed. {reason}" },
	notCleared: { message: "An earlier webhook of this trigger couldn't be deleted. {reason}" },
	triesAgain: { message: 'n8n tries again every hour' },
	credentialUnreadable: {
		message: "The credential can't be read. {reason}",
		description: 'Choose a credential in the trigger, and publish the workflow again',
	},
	noResponse: { message: "Link Platform Trigger: the webhook couldn't be checked. {reason}" },
} as const satisfies Messages;

/** Deliveries to a published trigger, in n8n's log. */
export const deliveryMessages = {
	ignored: { message: 'Deliveries ignored since the last run: {count} ({reasons})' },
	duplicate: {
		message: 'This delivery is a duplicate of one that the workflow has processed, so nothing runs',
	},
	scan: { message: 'This click belongs to a scan, so nothing runs' },
	refused: {
		message:
			"Link Platform Trigger: a delivery was refused with status {status} ({reason}). If the API key or the signing secret has changed, publish the workflow again, or run Webhook > Ensure Active with 'Always Renew'.",
	},
	credentialUnreadable: { message: "{node}: the credential can't be read. {reason}" },
	mayBeDuplicate: {
		message:
			"Link Platform Trigger: n8n couldn't check whether a delivery is a duplicate, so the workflow runs. {reason}",
	},
} as const satisfies Messages;

/** Deliveries to a waiting execution, in n8n's log with the name of the node. */
export const triggerWaitMessages = {
	refused: { message: '{node}: a delivery was refused with status {status} ({reason})' },
	notProcessed: { message: "{node}: a delivery couldn't be processed. {reason}" },
	notProcessedResponse: { message: "The delivery couldn't be processed" },
	webhookNotRemoved: { message: '{node}: the webhook of a wait was not removed. {reason}' },
} as const satisfies Messages;

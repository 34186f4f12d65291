import type { Messages } from '../api/fill';
import { publicAddressMessages } from '../adapter/messages';

/** Publishing and unpublishing. */
export const publishingMessages = {
	noEvent: {
		message: "'Trigger On' is empty",
		description: 'Choose at least one event, or All Events',
		meaning: 'The list is empty, or its expression returns nothing.',
	},
	notEncrypted: {
		message: `Link Platform Trigger: the address of n8n is not encrypted. ${publicAddressMessages.setWebhookUrl.message}.`,
		meaning: "In n8n's log when a trigger is published with an http:// address.",
	},
	testNotRemoved: {
		message: 'Link Platform Trigger: the test webhook was not removed. {reason}',
		meaning:
			"In n8n's log. After a test in the editor, the webhook of the test URL was left in your account.",
		advice: 'Nothing breaks: the next test replaces it. Webhook > Clean Up deletes it at once.',
	},
} as const satisfies Messages;

/** The hourly check of a published trigger. */
export const checkMessages = {
	renewed: {
		message: 'The webhook of this trigger was renewed. {reason}',
		description:
			"Missed events are not sent again. Analytics > Get Each Click has the clicks of that time, and QR Code > Get Many the total scans; purchases can't be listed",
		meaning:
			'The webhook was switched off or deleted, lacked events, or was signed with an earlier key. It works again.',
	},
	secretChanged: {
		message: 'The API key or signing secret has changed',
		meaning:
			'Part of the message above. The credential has another key or secret than when the webhook was created.',
		advice: 'Nothing to do. Deliveries between the change and the renewal were refused.',
	},
	notChecked: {
		message: "The webhook of this trigger couldn't be checked. {reason}",
		meaning:
			'Link Platform or n8n refused the check, for the reason that follows. The webhook may still work. Shown once, until the check succeeds or the reason changes.',
	},
	notRenewed: {
		message: "The webhook of this trigger couldn't be renewed. {reason}",
		meaning:
			'The webhook was switched off, and Link Platform refuses another one, for the reason that follows.',
	},
	triesAgain: {
		message: 'n8n tries again every hour',
		meaning: 'Added to what to do in both cases.',
	},
	credentialUnreadable: {
		message: "The credential can't be read. {reason}",
		description: 'Choose a credential in the trigger, and publish the workflow again',
		meaning:
			'Part of the messages above. The credential was deleted, or an expression in it fails.',
	},
	noResponse: {
		message: "Link Platform Trigger: the webhook couldn't be checked. {reason}",
		meaning: "In n8n's log. Link Platform didn't respond to the check, which does no harm.",
		advice: 'If it keeps happening, check the network between n8n and Link Platform.',
	},
} as const satisfies Messages;

/** Deliveries to a published trigger, in n8n's log. */
export const deliveryMessages = {
	refused: {
		message:
			"Link Platform Trigger: a delivery was refused with status {status} ({reason}). If the API key or the signing secret has changed, publish the workflow again, or run Webhook > Ensure Active with 'Always Renew'.",
		meaning: 'One of the reasons below.',
	},
	credentialUnreadable: {
		message: "{node}: the credential can't be read. {reason}",
		meaning: 'Comes before "no signing secret", with the name of the node and n8n\'s reason.',
		advice: 'After moving n8n, its `N8N_ENCRYPTION_KEY` must be the old one.',
	},
	mayBeDuplicate: {
		message:
			"Link Platform Trigger: n8n couldn't check whether a delivery is a duplicate, so the workflow runs. {reason}",
		meaning:
			"n8n's database failed to respond when it was asked for duplicates. The event may run a second time.",
		advice: "If it keeps happening, check n8n's database.",
	},
} as const satisfies Messages;

/** Deliveries to a waiting execution, in n8n's log with the name of the node. */
export const triggerWaitMessages = {
	refused: {
		message: '{node}: a delivery was refused with status {status} ({reason})',
		meaning:
			'The reasons are those of a published trigger. Somebody else called the URL, or the API key or the signing secret was changed. The execution keeps waiting.',
		advice: 'After a change of the key, waits that started before it only end by their time limit.',
	},
	notProcessed: {
		message: "{node}: a delivery couldn't be processed. {reason}",
		meaning:
			'n8n failed while a delivery came in. The execution keeps waiting, and Link Platform delivers again.',
		advice: "Check n8n's log.",
	},
	notProcessedResponse: {
		message: "The delivery couldn't be processed",
		meaning: 'The response to such a delivery.',
	},
	webhookNotRemoved: {
		message: '{node}: the webhook of a wait was not removed. {reason}',
		meaning: "The execution went on, but its webhook couldn't be deleted.",
		advice: 'Nothing to do. It is removed after its time limit.',
	},
} as const satisfies Messages;

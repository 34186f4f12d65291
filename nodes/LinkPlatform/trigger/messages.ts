import type { Messages } from '../api/fill';
import { publicAddressMessages } from '../adapter/messages';

/** Publishing and unpublishing. */
export const publishingMessages = {
	noEvent: {
		message: "'Trigger On' is empty",
		description: 'Choose at least one event, or All Events',
		meaning: 'The list is empty, or its expression returns nothing.',
	},
	refused: {
		message: "Check your plan, 'Trigger On', and the webhooks in your account",
		meaning: 'Added if Link Platform refuses the webhook for another reason than its URL.',
	},
	notEncrypted: {
		message: `Link Platform Trigger: the address of n8n is not encrypted, so whoever is on the way can read the events, e.g. IP addresses of visitors and email addresses of buyers. ${publicAddressMessages.setWebhookUrl.message}.`,
		meaning:
			"In n8n's log when a trigger is published with an http:// address. The API key and the signing secret aren't sent with deliveries.",
		advice: 'Use an https:// address. Options > Drop IP Addresses only drops them inside n8n.',
	},
	bothPrivate: {
		message:
			'Link Platform Trigger: both n8n ({address}) and Link Platform are in a private network. Events arrive only if Link Platform can reach that address.',
		meaning:
			"In n8n's log when a trigger is published. It can't be known whether it is the same network.",
		advice: 'Webhook > Ensure Active with Check Delivery says what is wrong if nothing arrives.',
	},
	anotherN8n: {
		message:
			"Link Platform Trigger: another n8n responds at this n8n's former address, {address}, so its webhook stays.",
		meaning:
			"In n8n's log. This n8n is a copy, or its address was given to another one, and both have published the workflow.",
		advice: 'Unpublish the workflow in the n8n that is not to run it.',
	},
	notRemoved: {
		message: 'Link Platform Trigger: the webhook was not removed. {reason}',
		meaning:
			"In n8n's log. After a test in the editor, or a publication that failed, a webhook may be left in your account.",
		advice:
			'Nothing breaks: the next test or publication replaces it. Webhook > Clean Up deletes it at once.',
	},
} as const satisfies Messages;

/** The hourly check of a published trigger. */
export const checkMessages = {
	renewed: {
		message: 'The webhook of this trigger was renewed. {reason}',
		meaning:
			'The webhook was switched off or deleted, lacked events, or was signed with an earlier key. It works again.',
	},
	missed: {
		message: 'Missed events are not sent again',
		meaning: 'What follows from it, and where to find missed events of the chosen types.',
	},
	clicks: { message: 'Analytics > Get Each Click lists clicks', meaning: 'The same.' },
	scans: { message: 'QR Code > Get Many has the number of scans', meaning: 'The same.' },
	subscribers: { message: 'Subscriber > Get Many lists subscribers', meaning: 'The same.' },
	others: { message: "Other events can't be listed", meaning: 'The same.' },
	secretChanged: {
		message: 'The API key or signing secret has changed',
		meaning:
			'Part of the message above. The credential has another key or secret than when the webhook was created.',
		advice: 'Nothing to do. Deliveries between the change and the renewal were refused.',
	},
	invalidSignatures: {
		message: 'The last {count} deliveries had an invalid signature',
		meaning:
			'Part of the message above. The webhook looked right, but deliveries to it were refused one after the other.',
		advice:
			'If it says so once, nothing. If deliveries are refused again, somebody else calls the URL: compare the sender in the log of your reverse proxy.',
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
	notCleared: {
		message: "An earlier webhook of this trigger couldn't be deleted. {reason}",
		meaning: 'The trigger has a new webhook, but Link Platform refuses to delete the former one.',
	},
	triesAgain: {
		message: 'n8n tries again every hour',
		meaning: 'Added to what to do in these cases.',
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
	ignored: {
		message: 'Deliveries ignored since the last run: {count} ({reasons})',
		meaning:
			"A hint of the run that follows, once an hour a line in n8n's log, and `ignored` in the output of Webhook > Ensure Active with 'Check Delivery'. Reasons: `event` is not one of 'Trigger On', `filter` doesn't pass 'Filters', `age` is above 'Max Age (Hours)', `bot` is likely a program, `scan` is the click of a scan, `duplicate` came before.",
		advice: "If too many are ignored, correct 'Filters' or the options of the trigger.",
	},
	duplicate: {
		message: 'This delivery is a duplicate of one that the workflow has processed, so nothing runs',
		meaning: 'A hint. The execution ends at the trigger.',
		advice: "Nothing to do. To run every delivery, turn off 'Skip Duplicates'.",
	},
	scan: {
		message: 'This click belongs to a scan, so nothing runs',
		meaning: 'The same, if the scan came after its click.',
		advice: "Nothing to do. To run both, turn off 'Ignore Clicks From QR Scans'.",
	},
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

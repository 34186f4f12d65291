import type { Messages } from '../api/failure';
import { publicAddress } from '../n8n/messages';

/** Publishing and unpublishing. */
export const publishing = {
	/** The list is empty, or its expression returns nothing. */
	noEvent: {
		message: "'Trigger On' is empty",
		description: 'Choose at least one event, or All Events',
	},
	/** In n8n's log when a trigger is published with an http:// address. */
	notEncrypted: `Link Platform Trigger: the address of n8n is not encrypted. ${publicAddress.setWebhookUrl}.`,
	/**
	 * In n8n's log. After a test in the editor, the webhook of the test URL was left in your account.
	 *
	 * Nothing breaks: the next test replaces it. Webhook > Clean Up deletes it at once.
	 */
	testNotRemoved: (reason: string) =>
		`Link Platform Trigger: the test webhook was not removed. ${reason}`,
} satisfies Messages;

/** The hourly check of a published trigger. */
export const checks = {
	/** The webhook was switched off or deleted, lacked events, or was signed with an earlier key. It works again. */
	renewed: (reason: string) => ({
		message: `The webhook of this trigger was renewed. ${reason}`,
		description:
			"Missed events are not sent again. Analytics > Get Link Activity has the clicks of that time, and QR Code > Get Many the total scans; purchases can't be listed",
	}),
	/**
	 * Part of the message above. The credential has another key or secret than when the webhook was created.
	 *
	 * Nothing to do. Deliveries between the change and the renewal were refused.
	 */
	secretChanged: 'The API key or signing secret has changed',
	/** Link Platform or n8n refused the check, for the reason that follows. The webhook may still work. Shown once, until the check succeeds or the reason changes. */
	notChecked: (reason: string) => `The webhook of this trigger couldn't be checked. ${reason}`,
	/** The webhook was switched off, and Link Platform refuses another one, for the reason that follows. */
	notRenewed: (reason: string) => `The webhook of this trigger couldn't be renewed. ${reason}`,
	/** Added to what to do in both cases. */
	triesAgain: 'n8n tries again every hour',
	/** Part of the messages above. The credential was deleted, or an expression in it fails. */
	credentialUnreadable: (reason: string) => ({
		message: `The credential can't be read. ${reason}`,
		description: 'Choose a credential in the trigger, and publish the workflow again',
	}),
	/**
	 * In n8n's log. Link Platform didn't respond to the check, which does no harm.
	 *
	 * If it keeps happening, check the network between n8n and Link Platform.
	 */
	noResponse: (reason: string) =>
		`Link Platform Trigger: the webhook couldn't be checked. ${reason}`,
} satisfies Messages;

/** Deliveries to a published trigger, in n8n's log. */
export const deliveries = {
	/** One of the reasons below. */
	refused: (status: number, reason: string) =>
		`Link Platform Trigger: a delivery was refused with status ${status} (${reason}). If the API key or the signing secret has changed, publish the workflow again, or run Webhook > Ensure Active with 'Always Renew'.`,
	/**
	 * Comes before "no signing secret", with the name of the node and n8n's reason.
	 *
	 * After moving n8n, its `N8N_ENCRYPTION_KEY` must be the old one.
	 */
	credentialUnreadable: (node: string, reason: string) =>
		`${node}: the credential can't be read. ${reason}`,
	/**
	 * n8n's database failed to respond when it was asked for duplicates. The event may run a second time.
	 *
	 * If it keeps happening, check n8n's database.
	 */
	mayBeDuplicate: (reason: string) =>
		`Link Platform Trigger: n8n couldn't check whether a delivery is a duplicate, so the workflow runs. ${reason}`,
} satisfies Messages;

/** Deliveries to an execution that waits. The lines are in n8n's log, with the name of the node. */
export const waits = {
	/**
	 * The reasons are those of a published trigger. Somebody else called the URL, or the API key or the signing secret was changed. The execution keeps waiting.
	 *
	 * After a change of the key, waits that started before it only end by their time limit.
	 */
	refused: (node: string, status: number, reason: string) =>
		`${node}: a delivery was refused with status ${status} (${reason})`,
	/**
	 * n8n failed while a delivery came in. The execution keeps waiting, and Link Platform delivers again.
	 *
	 * Check n8n's log.
	 */
	notProcessed: (node: string, reason: string) =>
		`${node}: a delivery couldn't be processed. ${reason}`,
	/** The response to such a delivery. */
	notProcessedResponse: "The delivery couldn't be processed",
	/**
	 * The execution went on, but its webhook couldn't be deleted.
	 *
	 * Nothing to do. It is removed after its time limit.
	 */
	webhookNotRemoved: (node: string, reason: string) =>
		`${node}: the webhook of a wait was not removed. ${reason}`,
} satisfies Messages;

import type { Messages } from '../api/fill';

/** Messages about deliveries to a published trigger, for n8n's log and the trigger's hints. */
export const deliveryMessages = {
	duplicate:
		"The workflow has already processed this event, so the duplicate delivery didn't start it again",
	refused:
		'{node}: a delivery was refused with status {status}: {reason}. If the API key or signing secret of a trigger has changed, unpublish the workflow and publish it again.',
	credentialUnreadable: "{node}: the credential can't be read. {reason}",
	mayBeDuplicate:
		"Link Platform Trigger: n8n couldn't check whether a delivery is a duplicate, so the workflow runs. {reason}",
} as const satisfies Messages;

/** Messages about deliveries to a waiting execution, for n8n's log. Each includes the name of the node. */
export const triggerWaitMessages = {
	notProcessed: "{node}: a delivery couldn't be processed. {reason}",
	notProcessedResponse: "The delivery couldn't be processed",
} as const satisfies Messages;

/** Reasons for rejecting a delivery. They are part of the response to its sender, and of a line in n8n's log. */
export const refusalMessages = {
	wrongSignature: {
		message: 'invalid signature',
		description:
			'Possible causes: a proxy rewrote the body, the signing secret starts or ends with a space, or Link Platform signs with a different secret or API key',
	},
	noSignature: { message: 'no signature' },
	noSecret: { message: 'no signing secret' },
	noCredential: { message: "the credential can't be read at the moment" },
	notObject: { message: 'content is not a JSON object' },
	unreadable: { message: "content can't be read" },
	response: 'Delivery refused: {reason}',
} as const satisfies Messages;

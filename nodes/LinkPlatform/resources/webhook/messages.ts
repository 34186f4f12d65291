import type { Messages } from '../../api/fill';

/** Messages of the operations Ensure Active, Clean Up, Verify Delivery and Send Test Event. */
export const webhookMessages = {
	invalidPrefix: {
		message: "'URL Prefix' must begin with https:// or http:// and a host",
		description:
			'Enter the start of the URLs, e.g. https://old-n8n.example.com/ or https://n8n.example.com/webhook/4f1c, without ? and #',
	},
	notGenuine: {
		message: "The delivery isn't correctly signed: {reason}",
		description:
			"Check that 'Body' is exactly what was received, 'Headers' contains the signature, and 'Webhook URL' is the URL that Link Platform delivered to",
	},
	parsedBody: {
		message: "'Body' was parsed as JSON, but the signature is for the original bytes",
		description:
			"Turn on Raw Body in the options of n8n's Webhook node, leave 'Body' empty, and set 'Input Data Field Name' to data",
	},
	notSubscribed: {
		message: 'No webhook of your account has this URL, so nothing was sent',
		description:
			"Choose the trigger in 'URL'. It's listed once its workflow is published, or while its step waits for a test event",
	},
	noReceiver: {
		message: 'No trigger on this n8n instance receives {event}',
		description:
			"Add the event to 'Trigger On', publish the workflow and wait for the green dot, or enter the trigger's Production URL in 'URL'",
	},
	severalReceivers: {
		message: "Several triggers on this n8n instance receive {event}, so 'URL' can't be empty",
		description: 'Choose the trigger to test: {urls}',
	},
	ignored: 'The trigger received the event but ignored it ({reason})',
	accepted: 'Accepted with status {status}. If the URL belongs to a trigger, it runs the workflow',
} as const satisfies Messages;

import type { Messages } from '../../api/fill';

/** Ensure Active, Clean Up, Verify Delivery and Send Test Event. */
export const webhookMessages = {
	invalidUrl: {
		message: "'URL' must begin with https:// or http://",
		description:
			'Enter the Production URL of a Link Platform Trigger, e.g. https://n8n.example.com/webhook/4f1c',
		meaning: 'Events are sent to addresses that begin with https:// or http:// only.',
	},
	invalidPrefix: {
		message: "'URL Prefix' must be an address with scheme and host",
		description:
			'Enter how the URLs begin, e.g. https://old-n8n.example.com/ or https://n8n.example.com/webhook/4f1c, without ? and #',
		meaning:
			'It would match webhooks of others too. Scheme, host and port have to be the same, and each part of the path.',
	},
	notEncrypted: {
		message:
			'The URL is not encrypted, so others can read the events in transit, and Link Platform may refuse it. Use https.',
		meaning: 'A hint. The URL begins with http://.',
		advice: 'Put n8n behind a reverse proxy with TLS, and set `N8N_WEBHOOK_URL`.',
	},
	notObject: {
		message: "'{field}' must be a JSON object",
		description: 'Put its fields in braces, e.g. {"productId": 7}',
		meaning: 'It holds a single value or a list.',
	},
	notGenuine: {
		message: 'The delivery is not genuine: {reason}',
		description:
			"Check that 'Body' is exactly what was received, 'Headers' has the signature, and 'Webhook URL' is the subscribed one",
		meaning:
			'It was not sent by Link Platform, or was changed on the way, often because something parsed the JSON and wrote it again.',
		advice:
			"n8n's Webhook node keeps the bytes with 'Raw Body', a queue if nothing parses its message.",
	},
	notSubscribed: {
		message: 'No webhook of your account has this URL, so nothing was sent',
		description: "Publish the workflow, or execute the trigger's step, then try again",
		meaning:
			"The credential has a 'Webhook Signing Secret', which is the same for all URLs. A stranger could send on to your triggers what it has signed.",
	},
	noReceiver: {
		message: 'No trigger of this n8n receives {event}',
		description:
			"Add the event to 'Trigger On', publish the workflow and wait for the green dot, or enter the trigger's Production URL in 'URL'",
		meaning:
			'Send Test Event was run without a URL, and no published trigger of this n8n has this event.',
	},
	severalReceivers: {
		message: "Several triggers of this n8n receive {event}, so 'URL' can't be empty",
		description: 'Enter the URL of the one to test: {urls}',
		meaning: 'Nothing was sent, so that the test runs no other workflow than the one you mean.',
	},
	notListening: {
		message: "n8n doesn't listen at this test URL (status 404)",
		description: "Execute the trigger's step in the editor, then send the event within two minutes",
		meaning: 'A test URL works for one event after a click.',
	},
	runs: {
		message: 'The trigger accepted the event and runs the workflow',
		meaning: 'The event is in Executions, or in the editor if it was sent to a test URL.',
	},
	ignored: {
		message: 'The trigger received the event but ignored it ({reason})',
		meaning:
			"Nothing runs. Reasons: `event` is not one of 'Trigger On', `filter` doesn't pass 'Filters', `age`, `bot`, `scan` and `duplicate` are its options.",
		advice: "Change 'Filters' of the trigger, or 'Data' of the event.",
	},
	accepted: {
		message: 'The URL accepted the event with status {status}',
		meaning: 'Something other than a Link Platform Trigger responded.',
	},
} as const satisfies Messages;

import type { Messages } from '../../api/fill';

/** Messages of the operation Send Test Event. */
export const webhookMessages = {
	oneEvent: {
		message: "A test event can't be All Events",
		description: "Choose one event in 'Event Name or ID'",
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

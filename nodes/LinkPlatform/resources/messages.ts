import type { Messages } from '../api/fill';

/** Waiting for an event. */
export const waitMessages = {
	outOfRange: {
		message: "'{field}' must be between 2 minutes and 365 days (got {time})",
		description: "Correct '{field}' or '{unitField}'",
		meaning: 'n8n checks once a minute which waits are over, so a shorter time is not possible.',
	},
	nothingLeft: {
		message: "'{field}' must be shorter than the wait",
		description: "Lower '{field}', or raise 'Wait Up To'",
		meaning: 'No click could end the wait.',
	},
	counterMissing: {
		message: "Link Platform didn't return the number of {counter}",
		description: "Set '{field}' to 'Wait for the Next One'",
		meaning:
			"The response has no counter, so it isn't known whether the link was clicked or the QR code was scanned before. The webhook was deleted again.",
	},
	tokenShared: {
		message:
			"Whoever sees this wait's URL among the webhooks of your account can also resume '{nodes}' later in the same execution. Turn on authentication there, or use Send and Wait for Response instead.",
		meaning:
			'A hint. n8n has one token per execution, which the URL of each of its waits contains. A later Wait node without authentication asks for nothing else. See [Security](security.md#executions-that-wait).',
	},
	clickOn: {
		message: 'a click on {url}',
		meaning: 'What is waited for, in the editor\'s text "Waiting for …".',
	},
	clickOnLink: { message: 'a click on link {id}', meaning: 'The same.' },
	scanOf: { message: 'a scan of {name}', meaning: 'The same.' },
	scanOfQrCode: { message: 'a scan of QR code {id}', meaning: 'The same.' },
	anyEvent: { message: 'any event', meaning: 'The same.' },
	oneOf: { message: 'one of {count} events', meaning: 'The same.' },
} as const satisfies Messages;

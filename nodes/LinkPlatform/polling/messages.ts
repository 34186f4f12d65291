import type { Messages } from '../api/fill';

/** The polling trigger. */
export const pollingMessages = {
	unknownEvent: {
		message: "'Trigger On' has no event {event}",
		description: 'Choose one from the list. For other events, use the Link Platform Trigger',
		meaning:
			'The workflow was written by hand or by a model, with an event that lists do not show.',
	},
	noBioPage: {
		message: "'Bio Page' is empty",
		description: 'Choose the bio page whose subscribers start the workflow',
		meaning: 'Subscribers are listed by bio page.',
	},
	noCounter: {
		message: "Link Platform doesn't report the number of {counter}",
		description: 'Use the Link Platform Trigger, which needs no counter',
		meaning: 'The records of your deployment have no such figure, so nothing can be compared.',
	},
	tooMany: {
		message: 'The polling trigger watches at most {most} records (got {count})',
		description: "Narrow them with 'Filters', or use the Link Platform Trigger, which has no limit",
		meaning:
			'n8n saves what the trigger remembers together with the workflow, and loads it for every execution.',
		advice: 'Several workflows can share the work, e.g. by the beginning of the alias.',
	},
	unknownId: {
		message: 'No record has the ID {id}',
		description: "Check the IDs in 'Filters'",
		meaning: 'The ID is mistyped, or the record was deleted. Shown when the workflow is published.',
	},
	noneYet: {
		message: 'There is no event to fetch yet',
		description: '{cause}, then fetch the test event again',
		meaning:
			'Fetch Test Event shows the latest real event. Your account has none, or none passes the filters.',
	},
	visitLink: { message: 'Visit one of your links', meaning: 'What to do in this case.' },
	scanCode: { message: 'Scan one of your QR codes', meaning: 'The same.' },
	signUp: { message: 'Sign up on the bio page', meaning: 'The same.' },
	createLink: { message: 'Create a link', meaning: 'The same.' },
	createCode: { message: 'Create a QR code', meaning: 'The same.' },
} as const satisfies Messages;

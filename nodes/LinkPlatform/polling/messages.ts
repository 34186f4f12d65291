import type { Messages } from '../api/fill';

/** The polling trigger. */
export const pollingMessages = {
	unknownEvent: {
		message: "'Trigger On' has no event {event}",
		description: 'Choose one from the list. For other events, use the Link Platform Trigger',
	},
	noBioPage: {
		message: "'Bio Page' is empty",
		description: 'Choose the bio page whose subscribers start the workflow',
	},
	noCounter: {
		message: "Link Platform doesn't report the number of {counter}",
		description: 'Use the Link Platform Trigger, which needs no counter',
	},
	tooMany: {
		message: 'The polling trigger watches at most {most} records (got {count})',
		description: "Narrow them with 'Filters', or use the Link Platform Trigger, which has no limit",
	},
	unknownId: {
		message: 'No record has the ID {id}',
		description: "Check the IDs in 'Filters'",
	},
	noneYet: {
		message: 'There is no event to fetch yet',
		description: '{cause}, then fetch the test event again',
	},
	visitLink: { message: 'Visit one of your links' },
	scanCode: { message: 'Scan one of your QR codes' },
	signUp: { message: 'Sign up on the bio page' },
	createLink: { message: 'Create a link' },
	createCode: { message: 'Create a QR code' },
} as const satisfies Messages;

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
	noFigure: {
		message: "The number of {counter} of record {id} can't be read: {value}",
		description: 'Use the Link Platform Trigger, which needs no counter',
	},
	lostCounter: {
		message: 'Link Platform no longer says how often record {id} was clicked or scanned',
		description: 'The next poll tries again. What happens meanwhile is not lost',
	},
	needsDetails: {
		message: "Link Platform doesn't show the clicks of link {id} to this key",
		description:
			"Use a key that may read statistics, or remove 'Country', 'Operating System' and 'Ignore Likely Bots', which need them",
	},
	badStep: {
		message: "'Steps' has to be a list of whole numbers above 0 (got {value})",
		description: 'Separate them with commas, and write them without separators, e.g. 100, 1000',
	},
	noSteps: {
		message: "'Steps' is empty",
		description: 'Enter the numbers of clicks that start the workflow, e.g. 100, 1000',
	},
	otherAccount: {
		message: 'The credential has another key or address, so the trigger starts over',
		description: 'Events since the poll before are not reported',
	},
	withoutDetails: {
		message:
			"{count} clicks passed the filter without being checked: Link Platform's list of clicks doesn't have them",
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
	passStep: { message: 'Let one of your links pass one of the steps' },
	scanCode: { message: 'Scan one of your QR codes' },
	signUp: { message: 'Sign up on the bio page' },
	createLink: { message: 'Create a link' },
	createCode: { message: 'Create a QR code' },
} as const satisfies Messages;

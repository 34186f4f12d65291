import type { Messages } from '../api/fill';

/** The polling trigger. */
export const pollingMessages = {
	unknownEvent: {
		message: "'Trigger On' has no event {event}",
		description: 'Choose one from the list. For other events, use the Link Platform Trigger',
	},
	noFigure: {
		message: "The number of {counter} of record {id} can't be read: {value}",
		description:
			'The next poll tries again, and nothing is lost. The Link Platform Trigger needs no counter',
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
	otherAccount: {
		message: 'The credential has another key or address, so the trigger starts over',
		description: 'Events since the poll before are not reported',
	},
	withoutDetails: {
		message:
			"{count} clicks passed the filter without being checked: Link Platform's list of clicks doesn't have them",
	},
	noneYet: {
		message: 'There is no event to fetch yet',
		description: 'Let one happen, e.g. visit one of your links, then fetch the test event again',
	},
} as const satisfies Messages;

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
	noFigures: {
		message: 'No record states its number of {counter}. The fields are: {fields}',
		description: 'Use the Link Platform Trigger, which needs no counter',
	},
	noId: {
		message: "A record has no ID, so it can't be told from others. Its fields are: {fields}",
		description: 'Use the Link Platform Trigger, which needs no ID',
	},
	ofRecord: { message: 'ID {id}: {message}' },
	needsDetails: {
		message: "Link Platform doesn't show the clicks of link {id} to this key",
		description:
			"Use a key that may read statistics, or remove 'Country', 'Operating System' and 'Ignore Likely Bots', which need them",
	},
	tooMany: {
		message: 'The clicks of link {id} grew by {count} since the previous poll',
		description:
			'More than 10,000 at once are not reported. If the number is right, unpublish the workflow and publish it again: it then starts from there',
	},
	badStep: {
		message: "'Steps' has to be a list of whole numbers above 0 (got {value})",
		description: 'Separate the numbers with commas, without thousands separators: 100, 1000',
	},
	otherAccount: {
		message: 'The key or address in the credential changed, so the trigger starts over',
		description: 'Events since the previous poll are not reported',
	},
	otherRecords: {
		message: "'Trigger On' or 'Bio Page' changed, so the trigger starts over",
		description: 'Events since the previous poll are not reported',
	},
	otherFilters: {
		message: "The value of a filter changed, so 'Filters' chooses other records",
		description:
			'Records that it chooses for the first time count from now on. If that is not meant, use a filter without an expression',
	},
	unchecked: {
		message:
			"{count} clicks passed without being checked: Link Platform's list of clicks doesn't have what 'Filters' or 'Ignore Likely Bots' ask for",
	},
	unknownCounters: {
		message:
			'{count} records have no number of {counter} yet, so they are not watched. Each one counts from its first number on',
	},
	twoClocks: {
		message:
			"Link Platform dates clicks by another clock than its responses, so that nobody can tell which row is a new click's. Clicks of this trigger have no details",
	},
	noneYet: {
		message: 'There is no event to fetch yet',
		description: 'Let one happen, e.g. visit one of your links, then fetch the test event again',
	},
	noneWanted: {
		message: "No event passes 'Filters' and 'Options'",
		description: '{looked}. Once the workflow is published, every event is checked',
	},
	lookedAtClicks: {
		message: 'The latest click of the {count} links with the most clicks was looked at',
	},
	lookedAtAll: { message: '{count} records were looked at' },
} as const satisfies Messages;

import type { Messages } from '../api/fill';

/** Messages of the polling trigger. */
export const pollingMessages = {
	unknownEvent: {
		message: "'Trigger On' has no event {event}",
		description: 'Choose one from the list. For other events, use the Link Platform Trigger',
	},
	noFigure: {
		message:
			"The number of {counter} of record {id} can't be read: {value}. The fields of the record are: {fields}",
		description:
			"Once it can be read again, the trigger reports what happened meanwhile. The Link Platform Trigger doesn't need a counter",
	},
	noId: {
		message: "A record has no ID, so the trigger can't recognize it. Its fields are: {fields}",
		description: "Use the Link Platform Trigger, which doesn't need an ID",
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
	startsOver: {
		message:
			"The key or address in the credential, 'Trigger On' or 'Bio Page' changed, so the trigger starts over",
		description: 'Events since the previous poll are not reported',
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
			"Link Platform dates clicks by another clock than its responses, so new clicks can't be told from earlier ones. Clicks of this trigger have no details",
	},
	noneYet: {
		message: 'There is no event to fetch yet',
		description:
			"Let one happen, e.g. visit one of your links, then fetch the test event again. 'Filters' and 'Options' apply to it. Clicks are looked for at the {links} links with the most clicks",
	},
} as const satisfies Messages;

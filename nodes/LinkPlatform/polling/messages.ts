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
			"Once the number can be read again, the trigger reports the events since then. The Link Platform Trigger doesn't need this number",
	},
	noId: {
		message: "A record has no ID, so the trigger can't recognize it. Its fields are: {fields}",
		description: "Use the Link Platform Trigger, which doesn't need an ID",
	},
	ofRecord: { message: 'ID {id}: {message}' },
	needsDetails: {
		message: "Link Platform doesn't show the clicks of link {id} to this key",
		description:
			"Use a key that can read statistics, or remove 'Country', 'Operating System' and 'Ignore Likely Bots', which need the details of each click",
	},
	tooMany: {
		message: 'The clicks of link {id} grew by {count} since the previous poll',
		description:
			"The trigger doesn't report more than 10,000 clicks at once. If the number is right, unpublish the workflow and publish it again: the trigger then counts from the current number",
	},
	badStep: {
		message: "'Steps' must be a list of whole numbers above 0 (got {value})",
		description: 'Separate the numbers with commas, without thousands separators: 100, 1000',
	},
	startsOver: {
		message:
			"The key or address in the credential, 'Trigger On' or 'Bio Page' changed, so the trigger starts over",
		description: 'Events since the previous poll are not reported',
	},
	unchecked: {
		message:
			"{count} clicks passed without being checked: Link Platform's list of clicks lacks the data that 'Filters' or 'Ignore Likely Bots' need",
	},
	unknownCounters: {
		message:
			"{count} records have no number of {counter} yet, so the trigger doesn't watch them. It starts to watch each record once its number is available",
	},
	twoClocks: {
		message:
			"Link Platform uses different clocks for the dates of clicks and of responses, so the trigger can't tell new clicks from earlier ones. It returns clicks without details",
	},
	noneYet: {
		message: 'There is no event to fetch yet',
		description:
			"Cause an event, e.g. visit one of your links, then fetch the test event again. 'Filters' and 'Options' apply to the test event. For clicks, the trigger checks only the {links} links with the most clicks",
	},
} as const satisfies Messages;

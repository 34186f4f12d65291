import type { Messages } from '../api/fill';

/** Messages of the polling trigger. */
export const pollingMessages = {
	unknownEvent: {
		message: "'Trigger On' doesn't offer the event {event}",
		description: 'Choose an event from the list. For other events, use the Link Platform Trigger',
	},
	noFigure: {
		message:
			"The number of {counter} of record {id} can't be read (got {value}). The record has these fields: {fields}",
		description:
			"When the number can be read again, the trigger reports the events it missed. The Link Platform Trigger doesn't need this number",
	},
	noId: {
		message:
			"A record has no ID, so the trigger can't tell which record it is. It has these fields: {fields}",
		description: "Use the Link Platform Trigger, which doesn't need an ID",
	},
	ofRecord: 'ID {id}: {message}',
	removeId: 'If the record was deleted, remove its ID from the filter',
	needsDetails: {
		message: 'Link Platform refused to list the clicks of link {id}',
		description:
			"If the link was deleted a moment ago, the next poll goes without it. Otherwise, use a key that can read statistics, or remove 'Country', 'Operating System' and 'Ignore Likely Bots', which need the details of each click",
	},
	tooMany: {
		message: 'The number of clicks of link {id} grew by {count} since the previous poll',
		description:
			'The trigger reports at most 10,000 clicks per link in one poll. If the number is right, unpublish the workflow and publish it again: the trigger then starts from the current number',
	},
	badStep: {
		message: "'Steps' must be a list of whole numbers above 0 (got {value})",
		description: 'Separate the numbers with commas, without thousands separators: 100, 1000',
	},
	startsOver: {
		message:
			"The trigger starts over, because the API key, the API URL, 'Trigger On' or 'Bio Page' has changed",
		description: 'Events since the previous poll are not reported',
	},
	unchecked:
		"{count} clicks were not filtered, because Link Platform's list of clicks lacks the data for 'Filters' or 'Ignore Likely Bots'",
	unknownCounters:
		"The trigger doesn't watch {count} records yet, because they have no number of {counter}. It will start to watch each record as soon as the record has this number",
	twoClocks:
		"Some clicks have dates later than Link Platform's own clock, so the trigger can't tell new clicks from earlier ones. It returns clicks without details",
	noneYet: {
		message: 'There is no event to fetch yet',
		description:
			"Cause an event, e.g. visit one of your links, then fetch the test event again. 'Filters' and 'Options' apply to the test event. To find a click, the trigger checks only the {links} links with the most clicks",
	},
} as const satisfies Messages;

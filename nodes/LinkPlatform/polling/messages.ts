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
	badStep: {
		message: "'Steps' must be a list of whole numbers above 0 (got {value})",
		description: 'Separate the numbers with commas, without thousands separators: 100, 1000',
	},
	startsOver: {
		message:
			"The trigger starts over, because the API key, the API URL, 'Trigger On' or 'Bio Page' has changed",
		description: 'Events since the previous poll are not reported',
	},
	unknownCounters:
		"The trigger doesn't watch {count} records yet, because they have no number of {counter}. It will start to watch each record as soon as the record has this number",
	noneYet: {
		message: 'There is no event to fetch yet',
		description:
			"Cause an event, e.g. visit one of your links, then fetch the test event again. 'Filters' apply to the test event",
	},
} as const satisfies Messages;

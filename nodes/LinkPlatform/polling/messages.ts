import type { Messages } from '../api/fill';

/** Messages of the polling trigger. */
export const pollingMessages = {
	unknownEvent: {
		message: "'Trigger On' doesn't offer the event {event}",
		description: 'Choose an event from the list. For other events, use the Link Platform Trigger',
	},
	noFigure: {
		message:
			'No watched record has a number of {counter} that can be read. Record {id} has {value}, and these fields: {fields}',
		description:
			"When the numbers can be read again, the trigger reports the events it missed. The Link Platform Trigger doesn't need them",
	},
	noId: {
		message:
			"No record has an ID, so the trigger can't tell them apart. The first one has these fields: {fields}",
		description: "Use the Link Platform Trigger, which doesn't need an ID",
	},
	ofRecord: 'ID {id}: {message}',
	removeId: 'If the record was deleted, remove its ID from the filter',
	badStep: {
		message: "'Steps' must be a list of whole numbers above 0 (got {value})",
		description: 'Separate the numbers with commas, without thousands separators: 100, 1000',
	},
	startsOver: {
		message: 'The trigger starts over, because the API key or the API URL has changed',
		description: 'Events since the previous poll are not reported',
	},
	unreadable:
		"{count} records have a number of {counter} that can't be read. The trigger reports what it misses as soon as it can read the number",
	noneYet: {
		message: 'There is no event to fetch yet',
		description:
			"Cause an event, e.g. visit one of your links, then fetch the test event again. It is looked for in the newest 100 records, or in the 100 links with the most clicks, and 'Filters' apply to it",
	},
} as const satisfies Messages;

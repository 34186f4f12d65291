import { toSubtitle } from '../runner/subtitle';
import { ALL_EVENTS, EVENT_TYPES } from '../webhooks/events';

/** What starts the workflow, as the canvas shows it: the chosen events by their names, or All Events alone. */
export const eventsSubtitle = toSubtitle(
	'[$parameter["events"], $parameter["options"]["otherEvents"]].flatMap((given) => String(given ?? "").split(",")).map((event) => event.trim()).filter((event, at, events) => events.includes("all") ? event === "all" : event !== "")',
	[...EVENT_TYPES, ALL_EVENTS],
	', ',
);

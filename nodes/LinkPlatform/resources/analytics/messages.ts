import type { Messages } from '../../api/fill';

/** Analytics. */
export const analyticsMessages = {
	fromAfterTo: {
		message: "'From' ({from}) is after 'To' ({to})",
		description: "Swap the two, or remove one of them from 'Filters'",
		meaning: 'The time span ends before it starts. Both are in the time zone of the workflow.',
	},
} as const satisfies Messages;

import type { Messages } from '../../api/fill';

/** Analytics. */
export const analyticsMessages = {
	fromAfterTo: {
		message: "'From' ({from}) is after 'To' ({to})",
		description: "Swap the two, or remove one of them from 'Filters'",
		meaning: 'The time span ends before it starts. Both are in the time zone of the workflow.',
	},
	linkHidden: {
		message:
			'"{url}" belongs to the QR code "{name}" (ID {id}), and Link Platform doesn\'t return the link behind it',
		description: 'QR Code > Get returns its number of scans',
		meaning:
			"Statistics belong to links. Your deployment doesn't say which link is behind a QR code, so only its scans can be read.",
	},
} as const satisfies Messages;

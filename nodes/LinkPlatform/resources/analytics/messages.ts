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
	noClicks: {
		message: "Link Platform didn't return the number of clicks",
		description: 'Analytics > Get Link Summary shows what Link Platform returns',
		meaning: 'The statistics have no total of clicks, so there is nothing to report.',
	},
	mostRead: {
		message:
			'Of {count} links, only the 1,000 with the most all-time clicks were looked at. Another link may have more clicks in this period',
		meaning:
			'A hint of Get Report. More than 1,000 links have enough all-time clicks to be among the most clicked of the period, and each costs a request.',
		advice: "Narrow the links with 'Filters', or choose a lower 'Limit'.",
	},
} as const satisfies Messages;

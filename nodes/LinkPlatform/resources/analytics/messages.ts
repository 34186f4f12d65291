import type { Messages } from '../../api/fill';

/** Messages about analytics. */
export const analyticsMessages = {
	noClicks: {
		message: "Link Platform didn't return the number of clicks",
		description: 'To see what Link Platform returns, run Analytics > Get Link Summary',
	},
	mostRead:
		'Of {count} links, only the 1,000 with the most all-time clicks were compared. Another link may have more clicks in this period',
} as const satisfies Messages;

import type { Messages } from '../api/fill';

/** Genuine deliveries that run nothing. */
export const ignoredMessages = {
	ignored: { message: 'Deliveries ignored since the last run: {count} ({reasons})' },
} as const satisfies Messages;

import type { Messages } from '../api/fill';

/** Messages about filters that no event can ever pass. */
export const filterMessages = {
	unknownCountry: {
		message: "'Country' contains an unknown country: {name}",
		description: 'Use the two-letter code of the country, e.g. {codes}',
	},
} as const satisfies Messages;

/** Messages about correctly signed deliveries that don't start the workflow. */
export const ignoredMessages = {
	ignored: 'Deliveries ignored since the last run: {count} ({reasons})',
} as const satisfies Messages;

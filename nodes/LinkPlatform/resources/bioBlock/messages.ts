import type { Messages } from '../../api/fill';

/** Blocks of existing bio pages. */
export const bioBlockMessages = {
	notObject: {
		message: "'{field}' must be a JSON object (got {type})",
		description: 'Put the fields of the block in braces, e.g. {"title": "My shop"}',
	},
} as const satisfies Messages;

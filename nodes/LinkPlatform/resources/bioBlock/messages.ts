import type { Messages } from '../../api/fill';

/** Blocks of existing bio pages. */
export const bioBlockMessages = {
	notObject: {
		message: "'{field}' must be a JSON object (got {type})",
		description: 'Put the fields of the block in braces, e.g. {"title": "My shop"}',
	},
	wrongOrder: {
		message: "'Order' must list each block of the page once ({reasons})",
		description: 'The order was not changed. The page has these blocks: {keys}',
	},
	wrongOrderOfNone: {
		message: "'Order' must list each block of the page once ({reasons})",
		description: 'The order was not changed. The page has no blocks',
	},
} as const satisfies Messages;

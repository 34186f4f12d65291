import type { Messages } from '../api/fill';

/** Messages that the editor shows in place of a block's fields. */
export const blockFieldMessages = {
	choose: 'Choose the block, or the type of the new block, first',
	notDescribed:
		"Link Platform doesn't list the fields of \"{type}\" blocks. Set 'Content Mode' to 'JSON' to enter the content.",
} as const satisfies Messages;

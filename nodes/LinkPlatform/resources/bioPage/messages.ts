import type { Messages } from '../../api/fill';

const BLOCK = '{"type": "header", "content": {"title": "Welcome"}}';

/** Messages about bio pages and their blocks. */
export const bioPageMessages = {
	notArray: {
		message: "'Blocks' must be a JSON array",
		description: `Put the blocks in brackets, e.g. [${BLOCK}]`,
	},
	notBlock: {
		message: "Entry {entry} of 'Blocks' must have a 'type', and an object as 'content'",
		description: `Correct that entry. A block looks like ${BLOCK}`,
	},
	blocksFailed:
		"{failed} of {total} blocks couldn't be added to the bio page. See 'blocksFailed' for the reasons.",
	contentMissing: {
		message: "Link Platform didn't return the content of this block",
		description: 'Add the block to the new page with Bio Block > Create',
	},
	idMissing: {
		message:
			"The bio page was created without its blocks, because Link Platform didn't return the ID of the page",
		description: 'Find the page with Get Many, and add the blocks with Bio Block > Create',
	},
	blocksMissing: {
		message: "Link Platform didn't return the blocks of the page, so the page can't be copied",
		description:
			"Nothing was created. To see what Link Platform returns for the page, run Bio Page > Get with 'Output' set to 'Raw'",
	},
} as const satisfies Messages;

import type { Messages } from '../../api/fill';

const BLOCK = '{"type": "header", "content": {"title": "Welcome"}}';
const CORRECT_BLOCK = `Correct that entry. A block looks like ${BLOCK}`;

/** Messages of bio pages and their blocks. */
export const bioPageMessages = {
	notArray: {
		message: "'Blocks' must be a JSON array (got {type})",
		description: `Put the blocks in brackets, e.g. [${BLOCK}]`,
	},
	typeMissing: { message: "Entry {entry} of 'Blocks' has no 'type'", description: CORRECT_BLOCK },
	contentNotObject: {
		message: "The 'content' of entry {entry} of 'Blocks' must be an object",
		description: CORRECT_BLOCK,
	},
	blocksFailed: {
		message:
			"{failed} of {total} blocks couldn't be added to the bio page \"{slug}\". See 'blocksFailed' for the reasons.",
	},
	settingsFailed: {
		message:
			"Title and description for search engines couldn't be copied to the bio page \"{slug}\". See 'settingsFailed' for the reason.",
	},
	idMissing: {
		message: "The bio page was created without its blocks: Link Platform didn't return its ID",
		description: 'Find the page with Get Many, and add the blocks with Bio Block > Create',
	},
	blocksMissing: {
		message: "The response doesn't show the blocks of the page, so it can't be copied",
		description:
			"Bio Page > Get with 'Output' set to 'Raw' shows what Link Platform returns for the page. Nothing was created",
	},
	blockUntold: {
		message: "Link Platform doesn't return the type and content of this block",
		description: 'Add the block with Bio Block > Create',
	},
} as const satisfies Messages;

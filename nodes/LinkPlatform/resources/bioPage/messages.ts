import type { Messages } from '../../api/fill';
import { responseMessages } from '../../api/messages';

const BLOCK = '{"type": "header", "content": {"title": "Welcome"}}';
const CORRECT_BLOCK = `Correct that entry. A block looks like ${BLOCK}`;

/** Bio pages, and the blocks they are created with. */
export const bioPageMessages = {
	notArray: {
		message: "'Blocks' must be a JSON array (got {type})",
		description: `Put the blocks in brackets, e.g. [${BLOCK}]`,
		meaning: "'Blocks' takes a list, even for a single block. Nothing was sent.",
	},
	typeMissing: {
		message: "Entry {entry} of 'Blocks' has no 'type'",
		description: CORRECT_BLOCK,
		meaning: 'Entries are counted from 1. Nothing was sent.',
	},
	contentNotObject: {
		message: "The 'content' of entry {entry} of 'Blocks' must be an object",
		description: CORRECT_BLOCK,
		meaning: 'The same.',
	},
	blocksFailed: {
		message:
			"{failed} of {total} blocks couldn't be added to the bio page {page}. See 'blocksFailed' for the reasons.",
		meaning:
			'A hint of Create and Duplicate. The page exists, with its other blocks. `index` counts from 0.',
		advice:
			'Correct these blocks and add them with Bio Block > Create. An If node with `{{ $json.blocksFailed.length > 0 }}` finds such pages.',
	},
	settingsFailed: {
		message:
			"These settings couldn't be copied to the bio page {page}: {settings}. See 'settingsFailed' for the reasons.",
		meaning:
			'A hint of Duplicate. Link Platform accepted these settings for the old page, but not for the new one.',
		advice: 'Set them with Bio Page > Update.',
	},
	idMissing: {
		message: "The bio page was created without its blocks: Link Platform didn't return its ID",
		description: 'Find the page with Get Many, and add the blocks with Bio Block > Create',
		meaning: 'The response has no ID, so nothing could be added to the page.',
	},
	blocksMissing: {
		message: "The response doesn't show the blocks of the page, so it can't be copied",
		description:
			"Bio Page > Get with 'Output' set to 'Raw' shows what Link Platform returns for the page. Nothing was created",
		meaning:
			"Duplicate reads the blocks from the page's details, and your deployment doesn't list them there.",
	},
	noBlockTypes: { ...responseMessages.noList, message: 'Link Platform returned no block types' },
	blockTypeMissing: {
		message: "Link Platform doesn't return the type of this block",
		description: 'Add it with Bio Block > Create',
		meaning: "In `blocksFailed` of Duplicate. A block can't be added without its type.",
	},
} as const satisfies Messages;

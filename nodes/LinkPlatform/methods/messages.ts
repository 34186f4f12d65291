import type { Messages } from '../api/fill';

/** Shown in place of a block's fields. */
export const blockFieldMessages = {
	chooseBlock: {
		message: "Choose 'Bio Page' and 'Block' first",
		meaning:
			"The fields of a block depend on its type, so they appear afterwards. If they don't, refresh the list in the menu of 'Block Fields'.",
	},
	chooseType: { message: "Choose 'Type' first", meaning: 'The same.' },
	notDescribed: {
		message:
			"Link Platform doesn't describe fields for blocks of the type \"{type}\". Set 'Content Mode' to 'JSON' to enter the content.",
		meaning: "Link Platform doesn't describe which fields this type has.",
		advice: "Look at an existing block of this type with Bio Page > Get and 'Output' set to 'Raw'.",
	},
} as const satisfies Messages;

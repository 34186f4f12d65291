import type { Messages } from '../api/failure';

/** Notices in place of the fields of a block. */
export const blockFields = {
	/** The fields of a block depend on its type, so they appear afterwards. If they don't, refresh the list in the menu of 'Block Fields'. */
	chooseBlock: "Choose 'Bio Page' and 'Block' first",
	/** The same. */
	chooseType: "Choose 'Type' first",
	/**
	 * Link Platform doesn't describe which fields this type has.
	 *
	 * Look at an existing block of this type with Bio Page > Get.
	 */
	notDescribed: (type: string) =>
		`Link Platform doesn't describe fields for blocks of the type "${type}". Set 'Content Mode' to 'JSON' to enter the content.`,
} satisfies Messages;

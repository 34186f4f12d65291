import type { RequestOperation } from '../../runner/operation';
import { bioPageId } from './fields';
import { pageOutput } from './record';
import { text } from '../../runner/fields';

/**
 * Fills a bio page with AI content (`POST /api/bio/:id/ai-generate`). The API docs don't show the response. It may be
 * a record or a message.
 */
export const generate: RequestOperation = {
	action: 'Generate content of bio page with AI',
	description: 'Fill an existing bio page with content and blocks, written by AI from a prompt',
	route: 'POST /api/bio/{bioPageId}/ai-generate',
	fields: [
		bioPageId,
		text('Prompt', 'prompt', {
			typeOptions: { rows: 4 },
			required: true,
			placeholder: 'e.g. A page for a bakery in Lyon with opening hours and a link to the shop',
			description: 'What the page should contain',
		}),
		...pageOutput,
	],
};

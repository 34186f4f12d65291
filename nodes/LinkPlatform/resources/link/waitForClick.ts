import { waitFor } from '../waitFor';
import { linkId } from './fields';

export const waitForClick = waitFor({
	fields: [linkId],
	events: () => ['link.clicked'],
	filters: (input) => ({ linkId: input.string('linkId') }),
	describe: (input, { shorturl }) =>
		shorturl
			? `a click on ${String(shorturl).replace(/^https?:\/\//, '')}`
			: `a click on link ${input.string('linkId')}`,
	record: { route: 'GET /api/url/{linkId}', id: 'linkId', counter: 'clicks', happened: 'Clicked' },
});

import { waits } from '../messages';
import { waitFor } from '../waitFor';
import { linkId } from './fields';

export const waitForClick = waitFor({
	fields: [linkId],
	events: () => ['link.clicked'],
	filters: (input) => ({ linkId: input.string('linkId') }),
	describe: (input, { shorturl }) =>
		shorturl
			? waits.clickOn(String(shorturl).replace(/^https?:\/\//, ''))
			: waits.clickOnLink(input.string('linkId')),
	record: { route: 'GET /api/url/{linkId}', id: 'linkId', counter: 'clicks', happened: 'Clicked' },
});

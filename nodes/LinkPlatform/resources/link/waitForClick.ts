import { number } from '../../runner/fields';
import { waitFields, toIfAlready, waitFor } from '../waitFor';
import { linkId } from './fields';

export const waitForClick = waitFor({
	event: 'link.clicked',
	filters: (input) => ({ linkId: input.id('linkId') }),
	record: { route: 'GET /api/url/{linkId}', counter: 'clicks' },
	name: 'Wait for Click',
	action: 'Wait for click on link',
	description: 'Pause the workflow until a link is clicked',
	fields: [
		linkId,
		...waitFields,
		toIfAlready('Clicked'),
		number('Ignore First (Minutes)', 'ignoreFirst', {
			typeOptions: { minValue: 0 },
			description:
				"Ignore clicks in the first minutes of the wait, because mail servers open links right away to scan them. Earlier clicks don't count then either.",
		}),
	],
});

import { getShortUrl } from '../../api/dialect';
import { fill } from '../../api/fill';
import { number } from '../../runner/fields';
import type { CompositeOperation } from '../../runner/operation';
import { waitMessages } from '../messages';
import { timeout, toIfAlready, waitFor } from '../waitFor';
import { linkId } from './fields';

export const waitForClick: CompositeOperation = {
	name: 'Wait for Click',
	action: 'Wait for click on link',
	description: 'Pause the workflow until a link is clicked or a time has passed',
	...waitFor({
		fields: [
			linkId,
			...timeout,
			toIfAlready('Clicked'),
			number('Ignore First (Minutes)', 'ignoreFirst', {
				typeOptions: { minValue: 0 },
				description:
					'Ignore clicks in the first minutes: mail servers open links at once to scan them',
			}),
		],
		event: 'link.clicked',
		filters: (input) => ({ linkId: input.string('linkId') }),
		describe: (input, record) => {
			const url = getShortUrl(record)?.replace(/^https?:\/\//, '');
			const link = url ?? `link ${input.string('linkId')}`;
			return fill(waitMessages.clickOn, { link }).message;
		},
		record: { route: 'GET /api/url/{linkId}', counter: 'clicks' },
	}),
};

import type { RequestOperation } from '../../runner/operation';
import { pixelName, tag } from './fields';
import { choice } from '../../runner/fields';

/** Creates a tracking pixel of one of 13 types: `POST /api/pixel/add` (legacy API, Pixels). */
export const create: RequestOperation = {
	action: 'Create pixel',
	description: 'Add a tracking pixel of an advertising or analytics provider',
	route: 'POST legacy:/api/pixel/add',
	fields: [
		choice(
			'Type',
			'type',
			[
				{ name: 'AdRoll', value: 'adrollpixel' },
				'bing',
				{ name: 'Facebook (Meta)', value: 'fbpixel' },
				{ name: 'Google Ads', value: 'adwordspixel' },
				{ name: 'Google Analytics', value: 'gapixel' },
				{ name: 'Google Tag Manager', value: 'gtmpixel' },
				{ name: 'LinkedIn', value: 'linkedinpixel' },
				'pinterest',
				{ name: 'Quora', value: 'quorapixel' },
				'reddit',
				'snapchat',
				{ name: 'TikTok', value: 'tiktok' },
				{ name: 'X (Twitter)', value: 'twitterpixel' },
			],
			{
				default: 'gtmpixel',
				required: true,
				description: 'Provider of the pixel. It cannot be changed later.',
			},
		),
		pixelName,
		tag,
	],
};

import { color, flag, locator, text } from '../../runner/fields';

export const channelId = locator('Channel', 'channelId', 'searchChannels');

export const channelName = text('Name', 'name', {
	required: true,
	placeholder: 'e.g. Instagram',
});

export const badgeColor = color('Color', 'color', {
	default: '#4F46E5',
	description: 'Hex value such as #4F46E5',
});

export const description = text('Description', 'description', {
	placeholder: 'e.g. Everything we post there',
});

export const starred = flag('Starred', 'starred', {
	description: 'Whether the channel is marked with a star',
});

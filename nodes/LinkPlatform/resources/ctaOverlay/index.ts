import { operationMenu } from '../../operations/operationMenu';
import type { Resource } from '../../operations/operation';
import { getAll } from './getAll';

/** Messages shown over the page that a link leads to; the legacy API only lists them (CTA overlays). */
export const ctaOverlay: Resource = {
	option: {
		name: 'CTA Overlay',
		value: 'ctaOverlay',
		description: 'Messages shown over a target page',
	},
	operationField: operationMenu('getAll', [
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many CTA overlays',
			description: 'Get the call-to-action overlays of the account',
		},
	]),
	operations: { getAll },
};

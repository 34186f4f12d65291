import type { Resource } from '../../operations/operation';
import { getAll } from './getAll';

/** Messages shown over the page that a link leads to; the legacy API only lists them (CTA overlays). */
export const ctaOverlay: Resource = {
	option: { name: 'CTA Overlay', value: 'ctaOverlay' },
	operationField: {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many CTA overlays',
				description: 'Get the overlays that links can show on the page they lead to',
			},
		],
		default: 'getAll',
	},
	operations: { getAll },
};

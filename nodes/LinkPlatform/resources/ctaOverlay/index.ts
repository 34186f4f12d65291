import type { Resource } from '../../runner/operation';
import { getAll } from './getAll';

/** Messages shown over the target page of a link. The API can only list them (legacy API, CTA overlays). */
export const ctaOverlay: Resource = {
	name: 'CTA Overlay',
	value: 'ctaOverlay',
	description: 'Messages shown over a target page',
	operations: { getAll },
};

import type { Resource } from '../../runner/operation';
import { getAll } from './getAll';

/** Messages shown over the target page of a link. The legacy API can list them, but not change them (CTA overlays). */
export const ctaOverlay: Resource = {
	name: 'CTA Overlay',
	value: 'ctaOverlay',
	description: 'Messages shown over a target page',
	operations: { getAll },
};

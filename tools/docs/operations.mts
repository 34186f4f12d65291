/** Functions that return how the reference shows an operation: its page, its heading and its requests. */
import type { Route } from '../../nodes/LinkPlatform/api/route.ts';
import type { Operation, Resource } from '../../nodes/LinkPlatform/runner/operation.ts';
import type { OfferedResource } from '../built.mts';

/** Returns all routes that an operation may call, starting with the main one. */
export function getRoutes(operation: Operation) {
	return 'route' in operation ? [operation.route] : operation.routes;
}

/**
 * Returns a route as the documentation writes it, e.g. `PUT /api/url/:id/update`. A path with `v3` belongs to the
 * legacy API.
 */
export function toEndpoint(route: Route) {
	return route.replace('legacy:', 'v3 ').replace(/\{(\w+)\}/g, ':$1');
}

/** Resources that few users need, and the reference page that each one shares with other resources. */
const GUESTS: Record<string, string> = {
	apiKey: 'account.md',
	ctaOverlay: 'legacy.md',
	splashPage: 'legacy.md',
	legacyCampaign: 'legacy.md',
	legacyDomain: 'legacy.md',
	legacyAccount: 'legacy.md',
};

/** Returns the name of the file in docs/reference that describes a resource, e.g. `qr-code.md` for `qrCode`. */
export function getReferencePage({ value }: Resource) {
	return GUESTS[value] ?? `${value.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;
}

/**
 * Returns the heading of an operation's section. On a page that several resources share, it begins with the resource.
 */
export function getHeading({ value, name }: OfferedResource, operation: string) {
	return value in GUESTS ? `${name}: ${operation}` : operation;
}

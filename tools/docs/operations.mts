/** Where the operations are in the reference, and their requests as people read them. */
import type { Route } from '../../nodes/LinkPlatform/api/route.ts';
import type { Operation, Resource } from '../../nodes/LinkPlatform/runner/operation.ts';

/** All routes that an operation may call, its main one first. */
export function getRoutes(operation: Operation): Route[] {
	return 'route' in operation ? [operation.route] : operation.routes;
}

/** A route as the documentation writes it, e.g. `PUT /api/url/:id/update`; `v3` marks the legacy API. */
export function toEndpoint(route: Route): string {
	return route.replace('legacy:', 'v3 ').replace(/\{(\w+)\}/g, ':$1');
}

/** Resources that few people need, with the page of the reference that has them too. */
const GUESTS: Record<string, string> = {
	apiKey: 'account.md',
	ctaOverlay: 'legacy.md',
	splashPage: 'legacy.md',
	legacyCampaign: 'legacy.md',
	legacyDomain: 'legacy.md',
	legacyAccount: 'legacy.md',
};

/** The file in docs/reference with a resource: that of `qrCode` is `qr-code.md`. */
export function getReferencePage({ value }: Resource): string {
	return GUESTS[value] ?? `${value.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;
}

/** What an operation's section is called there: that of a guest begins with its resource. */
export function getHeading({ value, name }: Resource, operation: string): string {
	return value in GUESTS ? `${name}: ${operation}` : operation;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Resource, Sandbox } from '../context.mts';
import { endpoints } from '../endpoints.mts';
import { createTable } from '../store.mts';
import { parseVariants } from './links.mts';
import type { LinkRow } from './links.mts';

/** A visitor of a public page, as events and analytics describe them. */
interface Visitor {
	ip: string;
	userAgent: string;
	country: string;
	city: string;
	browser: string;
	platform: string;
	referrer: string;
}

/**
 * Returns the visitor who sent a request. The headers X-Country (default: US), X-City and X-Forwarded-For state where
 * the visitor is, so that a test can simulate visitors from anywhere.
 */
export function toVisitor(request: FastifyRequest): Visitor {
	const header = (name: string) => String(request.headers[name] ?? '').trim();
	const userAgent = header('user-agent');
	return {
		ip: header('x-forwarded-for').split(',')[0] || request.ip,
		userAgent,
		country: header('x-country').toUpperCase() || 'US',
		city: header('x-city') || 'Unknown',
		browser: firstMatch(userAgent, browsers),
		platform: firstMatch(userAgent, platforms),
		referrer: header('referer') || 'direct',
	};
}

// Patterns of browser names, in an order that matters: Edge and Opera also contain "Chrome", Chrome also contains
// "Safari", and Android also contains "Linux".
const browsers: Array<[RegExp, string]> = [
	[/Edg\//, 'Edge'],
	[/OPR\//, 'Opera'],
	[/Firefox\//, 'Firefox'],
	[/Chrome\//, 'Chrome'],
	[/Safari\//, 'Safari'],
];
const platforms: Array<[RegExp, string]> = [
	[/iPhone|iPad/, 'iOS'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/Mac OS X/, 'macOS'],
	[/Linux/, 'Linux'],
];

/** Returns the name of the first pattern that matches the user agent, or `Other`. */
function firstMatch(userAgent: string, table: Array<[RegExp, string]>) {
	return table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Other';
}

/** The query parameters of a public page, which may contain the link's or file's password. */
export const passwordQuery = z.looseObject({ password: z.string().optional() });

/** The public route of short links, which are also the URLs of QR codes: it redirects visitors and counts visits. */
export const visits: Resource = {
	tables: `
		${createTable(
			'clicks',
			`link_id INTEGER NOT NULL, ip TEXT NOT NULL, user_agent TEXT NOT NULL, country TEXT NOT NULL,
			city TEXT NOT NULL, browser TEXT NOT NULL, platform TEXT NOT NULL, referrer TEXT NOT NULL,
			variant TEXT`,
		)}
		CREATE INDEX IF NOT EXISTS clicks_by_link ON clicks (link_id, created_at);`,

	seed(sandbox) {
		const places = [
			['US', 'New York', 'Chrome', 'Windows', 'https://news.example/'],
			['DE', 'Berlin', 'Firefox', 'Linux', 'direct'],
			['US', 'Austin', 'Safari', 'iOS', 'https://social.example/'],
			['FR', 'Paris', 'Chrome', 'Android', 'https://news.example/'],
		];
		// Demo data: 40 clicks on link 1 over four days, and 10 clicks on link 4, divided between its two variants.
		for (let n = 0; n < 50; n += 1) {
			const [country, city, browser, platform, referrer] = places[(n * 7) % places.length];
			const linkId = n < 40 ? 1 : 4;
			const variant = linkId === 4 ? (n % 5 < 3 ? 'A' : 'B') : null;
			const at = new Date(Date.UTC(2026, 1, 1 + (n % 4), n % 24)).toISOString();
			const userAgent = `Mozilla/5.0 (${platform}) ${browser}/120.0`;
			const ip = `198.51.100.${n % 16}`;
			const visitor = { ip, userAgent, country, city, browser, platform, referrer };
			keepClick(sandbox, linkId, visitor, variant, at);
		}
	},

	fill: {
		name: 'clicks',
		table: 'clicks',
		// Creates a click on link 1, always by the same visitor, so that all records in a list of clicks are as
		// similar as possible.
		make: (sandbox, _n, now) =>
			keepClick(
				sandbox,
				1,
				{
					ip: '198.51.100.99',
					userAgent: 'Mozilla/5.0 (Linux) Firefox/120.0',
					country: 'DE',
					city: 'Berlin',
					browser: 'Firefox',
					platform: 'Linux',
					referrer: 'direct',
				},
				null,
				now,
			),
	},

	routes(app, sandbox) {
		const { store } = sandbox;
		const route = endpoints(app, 'Public pages');

		route('GET /:alias', { query: passwordQuery }, (request, reply) => {
			const { alias } = request.params;
			const link = store.get<LinkRow>('SELECT * FROM links WHERE alias = ?', alias);
			visit(sandbox, request, reply, link, request.query.password);
		});
	},
};

/** Responds to a visit to a short link: redirects and counts the click, or shows a page that says why not. */
function visit(
	sandbox: Sandbox,
	request: FastifyRequest,
	reply: FastifyReply,
	link: LinkRow | undefined,
	password: string | undefined,
) {
	// A link on a deleted domain isn't found: "Links using a removed domain stop resolving" (current API, Domains).
	if (!link || !resolves(sandbox, link)) {
		sendPage(reply, 404, 'This link does not exist.');
		return;
	}
	if (expireIfDue(sandbox, link)) {
		sendPage(reply, 410, 'This link has expired.');
		return;
	}
	if (link.password !== null && password !== link.password) {
		sendPage(reply, 401, 'This link needs a password: <form><input name="password"><button>');
		return;
	}
	const variants = parseVariants(link);
	const variant = variants.length > 0 ? variants[link.clicks % variants.length] : undefined;
	const visitor = toVisitor(request);
	keepClick(sandbox, link.id, visitor, variant?.name ?? null);
	void reply.header('Cache-Control', 'no-store').redirect(variant?.url ?? link.longurl, 302);
	const { userAgent: _, ...place } = visitor;
	sandbox.deliveries.emit('link.clicked', { linkId: link.id, alias: link.alias, ...place });
	countScans(sandbox, link.id, visitor);
	expireIfDue(sandbox, { ...link, clicks: link.clicks + 1 });
}

/**
 * Counts a visit to a link as a scan of its QR codes. A QR code is an image of its link's short URL, so a scan looks like
 * any other click on that link. If several QR codes share a link, the visit counts for each.
 */
function countScans({ store, deliveries }: Sandbox, linkId: number, visitor: Visitor) {
	const { country, browser, platform } = visitor;
	const codes = store.all<{ id: number }>('SELECT id FROM qr_codes WHERE link_id = ?', linkId);
	for (const { id: qrId } of codes) {
		store.run('UPDATE qr_codes SET scans = scans + 1 WHERE id = ?', qrId);
		deliveries.emit('qr.scanned', { qrId, linkId, country, browser, platform });
	}
}

/** Stores a click and increments the link's counter. */
function keepClick(
	{ store }: Sandbox,
	linkId: number,
	visitor: Visitor,
	variant: string | null,
	created_at = new Date().toISOString(),
) {
	const { userAgent: user_agent, ...rest } = visitor;
	store.insert('clicks', { link_id: linkId, created_at, user_agent, variant, ...rest });
	store.run('UPDATE links SET clicks = clicks + 1 WHERE id = ?', linkId);
}

/** True if the link has expired. Sends the event `link.expired` when the expiry is first detected. */
function expireIfDue(sandbox: Sandbox, link: LinkRow) {
	if (link.expired_at !== null) return true;
	const now = new Date().toISOString();
	const byClicks = link.max_clicks !== null && link.clicks >= link.max_clicks;
	const byDate = link.expiry !== null && link.expiry <= now;
	if (!byClicks && !byDate) return false;
	sandbox.store.update('links', link.id, { expired_at: now });
	const { id, alias, clicks: totalClicks } = link;
	const reason = byClicks ? 'max_clicks' : 'expiry_date';
	sandbox.deliveries.emit('link.expired', { id, alias, reason, totalClicks });
	return true;
}

/** Marks links as expired once their date has passed, even if nobody visits them. */
export function expireLinks(sandbox: Sandbox) {
	const sql = 'SELECT * FROM links WHERE expiry <= ? AND expired_at IS NULL';
	for (const link of sandbox.store.all<LinkRow>(sql, new Date().toISOString())) {
		expireIfDue(sandbox, link);
	}
}

/** True if the link's domain still exists. */
function resolves({ store }: Sandbox, link: LinkRow) {
	if (link.domain === null) return true;
	return store.get('SELECT 1 FROM domains WHERE domain = ?', link.domain) !== undefined;
}

/** Responds with a small web page that contains `text`, which is HTML. */
export function sendPage(reply: FastifyReply, status: number, text: string) {
	const html = `<!doctype html><meta charset="utf-8"><title>Sandbox</title><p>${text}</p>`;
	void reply.code(status).type('text/html; charset=utf-8').send(html);
}

import type { FastifyRequest } from 'fastify';

import type { Settings } from './settings.mts';

/** What an event or a statistic says about whoever opens a public page. */
export interface Visitor {
	ip: string;
	userAgent: string;
	country: string;
	city: string;
	browser: string;
	platform: string;
	referrer: string;
}

/**
 * Reads the visitor off a request. Where they are cannot be known here, so the headers X-Country,
 * X-City and X-Forwarded-For say it: that lets a test play visitors from anywhere.
 */
export function toVisitor(request: FastifyRequest, settings: Settings): Visitor {
	const header = (name: string) => String(request.headers[name] ?? '').trim();
	const userAgent = header('user-agent');
	return {
		ip: header('x-forwarded-for').split(',')[0] || request.ip,
		userAgent,
		country: header('x-country').toUpperCase() || settings.visitorCountry,
		city: header('x-city') || 'Unknown',
		browser: firstMatch(userAgent, browsers),
		platform: firstMatch(userAgent, platforms),
		referrer: header('referer') || 'direct',
	};
}

// Order matters: Edge and Opera also say Chrome, Chrome also says Safari, Android also says Linux.
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

function firstMatch(userAgent: string, table: Array<[RegExp, string]>): string {
	return table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Other';
}

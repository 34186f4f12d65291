import type { IDataObject } from 'n8n-workflow';
import { getUserAgent } from '../api/dialect';
import { scalarToText } from '../api/envelope';

/**
 * Matches words in the names of programs that open links automatically. Excludes companies such as Baidu or Yahoo,
 * because people browse with their apps.
 */
const PROGRAMS = [
	// Search engines and AI crawlers
	/bots?\b|bot[-_\d]|crawl|spider|slurp|indexer|archiv|mediapartners|google-|googleother|favicon|[-.]ai\b/,
	// Link previews in chat and mail apps
	/preview|fetch|scrap(er|ing)|facebook(externalhit|catalog)|meta-external|^whatsapp|^viber|embedly|quora link|mailchimp|(img|image|mail)proxy|(ms-|microsoft )office/,
	// Email security scanners, website scanners and uptime monitors
	/scanner|barracuda|monitor|validator|verifier|checker|linkcheck|check_|detector|survey|auditor|nikto|pingdom|statuscake|site24x7|synthetic|uptime|lighthouse|headless|selenium|playwright/,
	// HTTP libraries
	/curl\b|wget|python|^java\/|okhttp|axios|\bnode\b|undici|go-http|\bruby\b|\bperl\b|php\b|http[- ]?client|webhook/,
];
const PROGRAM = new RegExp(PROGRAMS.map(({ source }) => source).join('|'), 'i');
/**
 * Matches a URL or email address in a user agent. Programs include one so that site owners can contact whoever runs
 * them.
 */
const ADDRESS = /https?:\/\/|www\.|@[\w-]+\.[a-z]|mailto:/i;
/** Matches real devices and apps whose names happen to contain a word in `PROGRAMS`. */
const PEOPLE =
	/cubot|fubo|qrbot|scanbot|(cam|doc|document|pdf|qr|(qr ?|bar ?)code)[ _-]?scan(ner)?/gi;
/** Matches Internet Explorer, whose user agent may contain the URL of a toolbar. */
const OLD_BROWSER = /\bMSIE \d/;
/** Values that mean that the user agent is unknown, reduced to their letters. */
const UNKNOWN = ['', 'unknown', 'none', 'null', 'undefined', 'notset', 'na'];
/**
 * The number of characters of a user agent to search. Programs name themselves early, and visitors can send 16 kB.
 */
const LONGEST = 500;

/**
 * Returns the word that shows that a program clicked, not a person; undefined if there is none. Searches the user
 * agent. If that is unknown, searches the names of the browser and operating system.
 */
export function getBotReason(click: IDataObject): string | undefined {
	const agent = getUserAgent(click);
	const names = isUnknown(agent) ? [click.browser, click.platform].map(scalarToText) : [agent];
	return names.map(findWord).find((word) => word !== undefined);
}

function isUnknown(agent: string): boolean {
	return UNKNOWN.includes(
		agent
			.slice(0, LONGEST)
			.toLowerCase()
			.replace(/[^a-z]/g, ''),
	);
}

function findWord(text: string): string | undefined {
	const name = text.slice(0, LONGEST).replace(PEOPLE, '');
	const found = PROGRAM.exec(name) ?? (OLD_BROWSER.test(name) ? null : ADDRESS.exec(name));
	return found?.[0].toLowerCase();
}

import type { IDataObject } from 'n8n-workflow';
import { getUserAgent } from '../api/dialect';
import { scalarToText } from '../api/envelope';

/**
 * Words in the names of programs that open links by themselves. No name of a company whose app people browse with,
 * such as Baidu or Yahoo.
 */
const PROGRAMS = [
	// Search engines and AI
	/bots?\b|bot[-_\d]|crawl|spider|slurp|indexer|archiv|mediapartners|google-|googleother|favicon|[-.]ai\b/,
	// Previews in chats and mail
	/preview|fetch|scrap(er|ing)|facebook(externalhit|catalog)|meta-external|^whatsapp|^viber|embedly|quora link|mailchimp|(img|image|mail)proxy|(ms-|microsoft )office/,
	// Scanners, of mail servers and of websites, and monitors
	/scanner|barracuda|monitor|validator|verifier|checker|linkcheck|check_|detector|survey|auditor|nikto|pingdom|statuscake|site24x7|synthetic|uptime|lighthouse|headless|selenium|playwright/,
	// Libraries
	/curl\b|wget|python|^java\/|okhttp|axios|\bnode\b|undici|go-http|\bruby\b|\bperl\b|php\b|http[- ]?client|webhook/,
];
const PROGRAM = new RegExp(PROGRAMS.map(({ source }) => source).join('|'), 'i');
/** An address, which programs state so that site owners can reach whoever runs them. */
const ADDRESS = /https?:\/\/|www\.|@[\w-]+\.|mailto:/i;
/** Names of people's phones and apps that contain a word above. */
const PEOPLE =
	/cubot|fubo|qrbot|scanbot|(cam|doc|document|pdf|qr|(qr ?|bar ?)code)[ _-]?scan(ner)?/gi;
/** Internet Explorer, whose user agent may contain the address of a toolbar. */
const OLD_BROWSER = /\bMSIE \d/;
/** Letters of values that stand for an unknown user agent. */
const UNKNOWN = ['', 'unknown', 'none', 'null', 'undefined', 'notset', 'na'];
/** The number of characters that are searched: programs name themselves early, and visitors can send 16 kB. */
const LONGEST = 500;

/**
 * Returns the word of a click that names a program: in its user agent or, if that is unknown, in the name of its browser or
 * operating system. Returns undefined if no word does.
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
			.replace(/[^a-z]+/g, ''),
	);
}

function findWord(text: string): string | undefined {
	const name = text.slice(0, LONGEST).replace(PEOPLE, '');
	const found = PROGRAM.exec(name) ?? (OLD_BROWSER.test(name) ? null : ADDRESS.exec(name));
	return found?.[0].toLowerCase();
}

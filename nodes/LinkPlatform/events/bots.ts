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
	// The address of whoever runs it
	/https?:\/\/|www\.|@[\w-]+\.|mailto:/,
];
const PROGRAM = new RegExp(PROGRAMS.map(({ source }) => source).join('|'), 'i');
/** Phones and apps of people whose name contains a word above. */
const PEOPLE =
	/cubot|fubo|qrbot|scanbot|(cam|doc|document|pdf|qr|(qr ?|bar ?)code)[ _-]?scan(ner)?/gi;
/** What stands for no user agent. */
const UNKNOWN = /^[^a-z]*(unknown|none|null|undefined|not set|n\/a)?[^a-z]*$/i;

/**
 * The word of a click that names a program: in its user agent or, if that is unknown, in the name of its browser or
 * system, which say less. Undefined if nothing does.
 */
export function getBotReason(click: IDataObject): string | undefined {
	const agent = getUserAgent(click);
	const names = UNKNOWN.test(agent) ? [click.browser, click.platform].map(scalarToText) : [agent];
	return names.map(findWord).find((word) => word !== undefined);
}

function findWord(text: string): string | undefined {
	return PROGRAM.exec(text.replace(PEOPLE, ''))?.[0].toLowerCase();
}

import type { IDataObject } from 'n8n-workflow';
import { scalarToText } from '../api/envelope';

/**
 * Words in the user agents of programs that open links by themselves: search engines, previews of chats and mail,
 * scanners, monitors and libraries. No name of a company whose app people browse with, such as Baidu or Yahoo.
 */
const BOT =
	/bots?\b|bot[-_\d]|crawl|spider|slurp|scanner|scraper|preview|fetch|monitor|pingdom|statuscake|site24x7|synthetic|uptime|headless|selenium|playwright|lighthouse|validator|checker|linkcheck|archive|facebookexternalhit|meta-external|^whatsapp|embedly|quora link|mailchimp|feed|\brss\b|(img|image|mail)proxy|google-|googleother|apis-google|curl\b|wget|python|^java\/|okhttp|axios|\bnode\b|undici|go-http|\bruby\b|perl|php\b|http-?client|ms-office|microsoft office|https?:\/\//i;
/** Phones and apps whose name contains a word above. */
const NO_BOT = /cubot|fubo|camscanner|qr ?(code ?)?scanner/gi;
/** One of these is in the user agent of every browser, also in that of an old phone, or of an app that opens pages. */
const BROWSER =
	/mozilla|webkit|opera|browser|mobile|android|iphone|ipad|\bios\b|windows|symbian|midp|blackberry|docomo|kddi|softbank|obigo|netfront|ucweb|nokia|samsung|huawei|htc|sony|lge?\b|mot-|motorola|philips|panasonic|alcatel|zte|lenovo|amiga|hbbtv|lynx|^e?links|w3m|dillo/i;

/** What in a user agent suggests that no person opened the link; undefined if nothing does. */
export function getBotReason(userAgent: string): string | undefined {
	const agent = userAgent.trim();
	const isBrowser = agent === '' || BROWSER.test(agent);
	return findWord(agent) ?? (isBrowser ? undefined : agent.split(/[\s/]/)[0].toLowerCase());
}

/**
 * What of a click suggests that no person made it: its user agent, or else the name of its browser or system, which
 * say less.
 */
export function getClickBotReason(click: IDataObject): string | undefined {
	const agent = scalarToText(click.userAgent ?? click.user_agent);
	if (agent !== '') return getBotReason(agent);
	return findWord(scalarToText(click.browser)) ?? findWord(scalarToText(click.platform));
}

function findWord(text: string): string | undefined {
	return BOT.exec(text.replace(NO_BOT, ''))?.[0].toLowerCase();
}

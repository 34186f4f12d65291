import type { IDataObject } from 'n8n-workflow';
import { scalarToText } from '../api/envelope';

/**
 * Words in the user agents of programs that open links by themselves: search engines, previews of chats and mail,
 * scanners, monitors and libraries.
 */
const BOT =
	/bots?\b|bot[-_\d]|bot(?=[A-Z])|crawl|spider|slurp|scan|preview|prefetch|fetch|monitor|uptime|headless|phantom|lighthouse|validator|checker|archive|facebookexternalhit|meta-external|whatsapp|embedly|quora link|skypeuri|mailchimp|feed|rss|proxy|google-|googleother|apis-google|bing|yahoo|yandex|baidu|curl|wget|python|java\/|okhttp|axios|node|undici|go-http|ruby|perl|php|http-?client|https?:\/\//i;
/** Every browser calls itself one of these, or a phone. Old Internet Explorers are `compatible` as well. */
const BROWSER = /^(mozilla|opera|ucweb|nokia|samsung|lge?-|blackberry|huawei)/i;
const COMPATIBLE = /compatible;(?! msie)/i;
/** Phones whose name contains a word above. */
const NO_BOT = /cubot/gi;

/** What in a user agent suggests that no person opened the link; undefined if nothing does. */
export function getBotReason(userAgent: string): string | undefined {
	const agent = userAgent.trim().replace(NO_BOT, '');
	const word = BOT.exec(agent) ?? COMPATIBLE.exec(agent);
	if (word !== null) return word[0].toLowerCase();
	return agent === '' || BROWSER.test(agent) ? undefined : agent.split(/[\s/]/)[0].toLowerCase();
}

/** Names in figures of visitors, where a browser may be called "Yandex Browser": fewer than in user agents. */
const BOT_NAME =
	/bots?\b|crawl|spider|headless|phantom|preview|prefetch|scanner|monitor|lighthouse|facebookexternalhit|curl|wget|python|okhttp|axios|go-http/i;

/** What of a click suggests that no person made it: its user agent, or the name of its browser or system. */
export function getClickBotReason(click: IDataObject): string | undefined {
	const agent = getBotReason(scalarToText(click.userAgent ?? click.user_agent));
	if (agent !== undefined) return agent;
	const names = [click.browser, click.platform].map(scalarToText);
	return names.map((name) => BOT_NAME.exec(name)?.[0].toLowerCase()).find(Boolean);
}

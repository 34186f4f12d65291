/** Which user agents count as bots, compared with the lists that others keep. */
import crawlers from 'crawler-user-agents' with { type: 'json' };
import { isbot } from 'isbot';
import browsers from 'top-user-agents' with { type: 'json' };
import { visits } from '../../tools/docs/visits.mts';
import { getBotReason, getClickBotReason } from '../../nodes/LinkPlatform/webhooks/bots.ts';

const known = crawlers.flatMap(({ instances }) => instances).filter((agent) => isbot(agent));

test('almost all crawlers that both lists know are recognized', () => {
	const missed = known.filter((agent) => getBotReason(agent) === undefined);
	expect(known.length).toBeGreaterThan(1_000);
	expect(missed.length / known.length).toBeLessThan(0.05);
});

test('no browser that many people use is taken for one, and none of the corpus', () => {
	expect(browsers.length).toBeGreaterThan(50);
	const people = visits.filter(({ kind }) => kind === 'person').flatMap(({ agents }) => agents);
	const all = [...browsers.filter((agent) => !isbot(agent)), ...people];
	expect(all.filter((agent) => getBotReason(agent) !== undefined)).toEqual([]);
});

test.each([
	['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'bot'],
	['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'bot'],
	['facebookexternalhit/1.1', 'facebookexternalhit'],
	['WhatsApp/2.23.20.0', 'whatsapp'],
	['curl/8.5.0', 'curl'],
	[
		'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 Chrome/120 Safari/537.36',
		undefined,
	],
	['Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0', undefined],
	['Slack-ImgProxy (+https://api.slack.com/robots)', 'imgproxy'],
	['check_http/v2.3.3 (nagios-plugins 2.3.3)', 'check_http'],
	['', undefined],
])('%s: %s', (agent, reason) => {
	expect(getBotReason(agent)).toBe(reason);
});

test.each([
	[{ browser: 'Googlebot' }, 'bot'],
	[{ browser: 'Chrome Headless' }, 'headless'],
	[{ browser: 'curl' }, 'curl'],
	[{ platform: 'Preview' }, 'preview'],
	[{ userAgent: 'curl/8.5.0', browser: 'Chrome' }, 'curl'],
	// A parser took the phone Tecno Phantom for one.
	[{ userAgent: 'Mozilla/5.0 (Linux; Android 7)', browser: 'HeadlessChrome' }, undefined],
	[{ user_agent: 'WhatsApp/2.23' }, 'whatsapp'],
	...[{ browser: 'Yandex Browser' }, { browser: 'Baidu Browser' }, { browser: 'Chrome' }].map(
		(click): [object, undefined] => [click, undefined],
	),
	[{ browser: 'Other', platform: null }, undefined],
	[{}, undefined],
])('click %j: %s', (click, reason) => {
	expect(getClickBotReason(click as never)).toBe(reason);
});

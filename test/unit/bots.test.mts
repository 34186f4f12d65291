/** A click counts as a bot's only if its user agent names a program. */
import crawlers from 'crawler-user-agents' with { type: 'json' };
import { getBotReason } from '../../nodes/LinkPlatform/events/bots.ts';
import { table } from '../support/table.mts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${WINDOWS} Chrome/146.0.0.0 Safari/537.36`;
const IPHONE =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID =
	'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/146.0.0.0 Mobile';

test('getBotReason recognizes at least 85% of the user agents in a public list of crawlers', () => {
	const known = crawlers.flatMap(({ instances }) => instances);
	const missed = known.filter((userAgent) => getBotReason({ userAgent }) === undefined);
	expect(known.length).toBeGreaterThan(2_000);
	expect(missed.length / known.length).toBeLessThan(0.15);
});

test.each(table`
	Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html) | bot
	Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots) | bot
	facebookexternalhit/1.1;line-poker/1.0 | facebookexternalhit
	WhatsApp/2.23.20.0 | whatsapp
	Slack-ImgProxy | imgproxy
	Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 | preview
	Mozilla/4.0 (compatible; ms-office; MSOffice 16) | ms-office
	Barracuda Sentinel (EE) | barracuda
	check_http/v2.3.3 (nagios-plugins 2.3.3) | check_
	Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 (StatusCake) | statuscake
	Uptime-Kuma/1.23.11 | uptime
	Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/146.0.0.0 Safari/537.36 | headless
	curl/8.5.0 | curl
	python-requests/2.32.3 | python
	Java/1.8.0_392 | java/
	Feedly/1.0 (+http://www.feedly.com/fetcher.html; 20 subscribers) | fetch
	SomeReader/1.0 (+http://reader.example/about) | http://
	SomeReader/1.0 info@163.com | @163.c
`)(
	'getBotReason identifies the user agent %s as a bot because it contains "%s"',
	(userAgent, reason) => {
		expect(getBotReason({ userAgent })).toBe(reason);
	},
);

test.each([
	// Browsers
	CHROME,
	IPHONE,
	ANDROID,
	`${WINDOWS} Chrome/128.0.0.0 YaBrowser/24.10.0.0 Safari/537.36`,
	`${IPHONE} Version/18.3 Mobile/15E148 Safari/605.1.15 (Ecosia ios@10.1.1.1823)`,
	'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
	'Mozilla/5.0 (compatible; Konqueror/4.14; Linux) KHTML/4.14.2 (like Gecko)',
	'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1; Embedded Web Browser from: http://bsalsa.com/)',
	'Lynx/2.9.0 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/3.0.13',
	'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
	// Apps that open pages
	`${IPHONE} Mobile/15E148 Instagram 350.0.0.26.79 (iPhone15,2; iOS 18_3; en_US; scale=3.00)`,
	`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/490.0.0.38.106;FBDV/iPhone15,2;FBID/phone]`,
	`${IPHONE} SP-engine/2.16.0 main/1.0 baiduboxapp/13.70.0.10 (Baidu; P2 18.3) NABar/1.0`,
	`${ANDROID} YandexSearch/24.80`,
	`${ANDROID} BuzzFeed/2024.1`,
	'Feedly/103.0.2 (iPhone; iOS 18.3)',
	'NetNewsWire (RSS Reader)',
	// QR code scanner apps that people use
	`${ANDROID} CamScanner/6.60.0`,
	'QR Scanner/3.2',
	'QR & Barcode Scanner/2.1',
	'QR Code Scanner',
	'QRCodeScanner/1.0',
	'com.example.barcodescanner/7',
	'QRbot/3.4 (iPhone)',
	'Kaspersky QR Scanner',
	'QR Reader/5',
	// Phones whose user agents resemble bots or programs
	'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 Chrome/120 Safari/537.36',
	'Mozilla/5.0 (Linux; Android 7.0; TECNO PHANTOM6-Plus) AppleWebKit/537.36 Chrome/120 Safari/537.36',
	'HuaweiC6100 Java/HWJa/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 UNTRUSTED/1.0',
	'DoCoMo/2.0 N905i(c100;TB;W24H16)',
	// Placeholders for an unknown user agent
	'',
	'-',
	'(not set)',
	'Unknown',
	'n/a',
	'null',
	'0',
	'Some App/1.0',
])('getBotReason identifies the user agent %s as a person', (userAgent) => {
	expect(getBotReason({ userAgent })).toBeUndefined();
});

test.each(table<[Record<string, string>, string | undefined]>`
	{"browser": "Googlebot"} | bot
	{"browser": "Chrome Headless"} | headless
	{"platform": "Preview"} | preview
	{"user_agent": "WhatsApp/2.23"} | whatsapp
	{"userAgent": "curl/8.5.0", "browser": "Chrome"} | curl
	{"userAgent": "-", "browser": "curl"} | curl
	{"userAgent": "Unknown", "browser": "curl"} | curl
	{"userAgent": "(not set)", "browser": "curl"} | curl
	{"userAgent": "N/A", "browser": "curl"} | curl
	{"userAgent": "", "browser": "curl"} | curl
	{"userAgent": null, "browser": "curl"} | curl
	// The user agent has priority, because a parser mistakes the phone Tecno Phantom for a headless browser.
	{"userAgent": "Mozilla/5.0 (Linux; Android 7)", "browser": "HeadlessChrome"} | undefined
	{"browser": "Yandex Browser"} | undefined
	{"browser": "Other", "platform": null} | undefined
	{} | undefined
`)('getBotReason maps the click %j to the reason %j', (click, reason) => {
	expect(getBotReason(click)).toBe(reason);
});

test.each([
	['a browser', `${CHROME} `.padEnd(500, '1') + ' Googlebot/2.1', undefined],
	['no letter', '1'.repeat(500) + ' Googlebot/2.1', 'curl'],
])(
	'getBotReason reads only the first 500 characters of a user agent, here with %s',
	(_, userAgent, reason) => {
		expect(getBotReason({ userAgent, browser: 'curl' })).toBe(reason);
	},
);

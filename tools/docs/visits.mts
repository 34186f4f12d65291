/**
 * A labeled corpus of visits, from which the figures on 'Ignore Likely Bots' are computed. Agents are those that the
 * programs send, as their makers or the lists in devDependencies have them; times are those that users report.
 */

export interface Visit {
	kind: 'bot' | 'person';
	group: string;
	name: string;
	/** One, or one for each click in turn. */
	agents: string[];
	/** Of each click, in turn: the link and the seconds since the first one. */
	clicks: Array<[link: number, at: number]>;
	/** Each click comes from an address of its own. */
	isSpread?: boolean;
}

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${WINDOWS} Chrome/146.0.0.0 Safari/537.36`;
const EDGE = `${CHROME} Edg/146.0.0.0`;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0';
const OLD_CHROME = `${WINDOWS} Chrome/72.0.3626.109 Safari/537.36`;
const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15';
const IPHONE = `${IOS} (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1`;
const IOS_APP = `${IOS} (KHTML, like Gecko) Mobile/15E148`;
const MAC_SAFARI =
	'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15';
const ANDROID =
	'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36';
const WEB_VIEW =
	'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/146.0.0.0 Mobile Safari/537.36';
const GOOGLE_SAFETY = '(compatible; Google-Safety; +http://www.google.com/bot.html)';

/** Clicks on that many links, one after the other. */
const links = (count: number, seconds: number): Visit['clicks'] =>
	Array.from({ length: count }, (_, at) => [at + 1, Math.round(at * seconds * 1000) / 1000]);
const ONE = links(1, 0);

type Row = [name: string, agents: string | string[], clicks?: Visit['clicks'], isSpread?: boolean];

const toVisits = (kind: Visit['kind'], group: string, rows: Row[]): Visit[] =>
	rows.map(([name, agents, clicks = ONE, isSpread]) => ({
		...{ kind, group, name, clicks, isSpread },
		agents: Array.isArray(agents) ? agents : [agents],
	}));

export const visits: Visit[] = [
	...toVisits('bot', 'Mail scanners', [
		['Microsoft Defender, six links at once', OLD_CHROME, links(6, 0.05)],
		['Microsoft Defender, an address for each link', OLD_CHROME, links(6, 0.05), true],
		['Microsoft Defender, an email with one link', EDGE],
		['Outlook, a preview', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)'],
		[
			'Word and Outlook before they open a link',
			'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.12026; Pro)',
		],
		['Google, Safe Browsing', `${CHROME} ${GOOGLE_SAFETY}`],
		[
			'Gmail, images',
			'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
		],
		['Google, a browser and four links', ANDROID, links(4, 0.2)],
		['Barracuda, ten links at once', CHROME, links(10, 0.08)],
		['Barracuda Sentinel', 'Barracuda Sentinel (EE)'],
		['Proofpoint, eight links', CHROME, links(8, 0.3)],
		[
			'Proofpoint, another address and agent each time',
			[CHROME, FIREFOX, MAC_SAFARI, IPHONE],
			links(4, 0.5),
			true,
		],
		['Mimecast, five links', EDGE, links(5, 0.4)],
		['Mimecast, an email with one link', CHROME],
		['Mimecast, two links', CHROME, links(2, 0.1)],
		['Trend Micro, each link twice', CHROME, [...links(4, 0.1), ...links(4, 0.1)]],
		['a gateway that takes 1.2 seconds for each link', CHROME, links(4, 1.2)],
		[
			'a gateway that begins with one link',
			CHROME,
			[[1, 0], ...links(4, 0.1).map(([link, at]): [number, number] => [link + 1, at + 2])],
		],
		['a gateway in Python', 'python-requests/2.32.3', links(3, 0.5)],
	]),
	...toVisits('bot', 'Link previews', [
		['Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
		['Slack, images', 'Slack-ImgProxy (+https://api.slack.com/robots)'],
		['WhatsApp', 'WhatsApp/2.23.20.0 A'],
		['Signal', 'WhatsApp/2'],
		['Telegram', 'TelegramBot (like TwitterBot)'],
		['Teams', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5'],
		[
			'Bing and Outlook',
			'Mozilla/5.0 (compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview)',
		],
		['Discord', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
		[
			'iMessage',
			'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
		],
		['Facebook', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
		[
			'LinkedIn',
			'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
		],
		['X', 'Twitterbot/1.0'],
		[
			'Snapchat',
			`${WINDOWS} Chrome/85.0.4183.102 Safari/537.36 Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots`,
		],
		['Mastodon', 'http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.example/)'],
		['Line', 'facebookexternalhit/1.1;line-poker/1.0'],
		['a preview that calls itself a browser', CHROME],
	]),
	...toVisits('bot', 'Uptime checks', [
		['UptimeRobot', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
		['Pingdom', 'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)'],
		[
			'StatusCake',
			'Mozilla/5.0 (Windows NT 6.2; WOW64) AppleWebKit/537.4 (KHTML, like Gecko) Chrome/98 Safari/537.4 (StatusCake)',
		],
		['Uptime Kuma', 'Uptime-Kuma/1.23.11'],
		[
			'Google Cloud',
			'GoogleStackdriverMonitoring-UptimeChecks(https://cloud.google.com/monitoring)',
		],
		['Nagios', 'check_http/v2.3.3 (nagios-plugins 2.3.3)'],
		['Datadog', `${CHROME} DatadogSynthetics`],
	]),
	...toVisits('bot', 'Search engines and AI', [
		['Google', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
		[
			'Bing',
			'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
		],
		['Yandex', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
		[
			'Baidu',
			'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
		],
		[
			'Yahoo',
			'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
		],
		['Apple', `${MAC_SAFARI} (Applebot/0.1; +http://www.apple.com/go/applebot)`],
		[
			'OpenAI',
			'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
		],
		['an SEO service', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'],
	]),
	...toVisits('bot', 'Scripts', [
		['curl', 'curl/8.5.0'],
		['Go', 'Go-http-client/2.0'],
		['Java', 'Java/1.8.0_392'],
		['a browser without a window', `${WINDOWS} HeadlessChrome/146.0.0.0 Safari/537.36`],
		['a browser that a script controls', CHROME],
	]),
	...toVisits('person', 'Browsers', [
		['Chrome', CHROME],
		['Edge', EDGE],
		['Firefox', FIREFOX],
		['Safari on a Mac', MAC_SAFARI],
		['an iPhone', IPHONE],
		['an Android phone', ANDROID],
		[
			'Brave and Tor, as they call themselves',
			'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
		],
		['DuckDuckGo', `${WEB_VIEW.replace(' Safari/537.36', '')} DuckDuckGo/5 Safari/537.36`],
		['Yandex Browser', `${WINDOWS} Chrome/128.0.0.0 YaBrowser/24.10.0.0 Safari/537.36`],
		['Konqueror', 'Mozilla/5.0 (compatible; Konqueror/4.14; Linux) KHTML/4.14.2 (like Gecko)'],
		['a text browser', 'Lynx/2.9.0 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/3.0.13'],
		['nothing in the user agent', ''],
	]),
	...toVisits('person', 'In apps', [
		[
			'Instagram',
			`${IOS_APP} Instagram 350.0.0.26.79 (iPhone15,2; iOS 18_3; en_US; en; scale=3.00; 1179x2556; 650000000)`,
		],
		[
			'Facebook',
			`${IOS_APP} [FBAN/FBIOS;FBAV/490.0.0.38.106;FBBV/650000000;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.3;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]`,
		],
		['LinkedIn', `${IOS_APP} [LinkedInApp]/9.30.1234`],
		[
			'TikTok',
			`${WEB_VIEW} trill_2023500030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly`,
		],
		['WeChat', `${IOS_APP} MicroMessenger/8.0.50(0x18003235) NetType/WIFI Language/zh_CN`],
		['Line', `${IOS_APP} Safari Line/14.21.0`],
		['KakaoTalk', `${WEB_VIEW}; KAKAOTALK 2410010`],
		['Snapchat', `${IOS_APP} Snapchat/13.20.0.41 (like Safari/8620.1.16.10.11, panda)`],
		['Google', `${IOS} (KHTML, like Gecko) GSA/350.0.700000000 Mobile/15E148 Safari/604.1`],
		[
			'Bing',
			`${IOS} (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/605.1.15 BingWeb/6.37.2.0`,
		],
		[
			'Baidu',
			`${IOS_APP} SP-engine/2.16.0 main/1.0 baiduboxapp/13.70.0.10 (Baidu; P2 18.3) NABar/1.0`,
		],
		['Yahoo Japan', `${WEB_VIEW} YJApp-ANDROID jp.co.yahoo.android.yjtop/3.180.0`],
		['Yandex', `${ANDROID} YandexSearch/24.80`],
		['a scanner of QR codes', `${WEB_VIEW} CamScanner/6.60.0`],
	]),
	...toVisits('person', 'Old phones and other devices', [
		[
			'Cubot',
			'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
		],
		[
			'Tecno Phantom',
			'Mozilla/5.0 (Linux; Android 7.0; TECNO PHANTOM6-Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
		],
		['Nokia', 'Nokia6230/2.0 (04.44) Profile/MIDP-2.0 Configuration/CLDC-1.1'],
		[
			'Sony Ericsson',
			'SonyEricssonK800i/R1KG Browser/NetFront/3.3 Profile/MIDP-2.0 Configuration/CLDC-1.1',
		],
		['Docomo', 'DoCoMo/2.0 N905i(c100;TB;W24H16)'],
		[
			'Huawei, with Java',
			'HuaweiC6100 Java/HWJa/1.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 UNTRUSTED/1.0',
		],
		['BlackBerry', 'BlackBerry8520/5.0.0.681 Profile/MIDP-2.1 Configuration/CLDC-1.1 VendorID/600'],
		['KaiOS', 'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5'],
		[
			'Opera Mini',
			'Opera/9.80 (J2ME/MIDP; Opera Mini/9.80 (S60; SymbOS; Opera Mobi/23.348; U; en) Presto/2.5.25 Version/10.54',
		],
		[
			'UC Browser',
			'UCWEB/2.0 (Java; U; MIDP-2.0; en-US; nokia6120c) U2/1.0.0 UCBrowser/9.4.1.482 U2/1.0.0 Mobile',
		],
		['Kindle', 'Mozilla/4.0 (compatible; Linux 2.6.22) NetFront/3.4 Kindle/2.0 (screen 600x800)'],
		['Internet Explorer', 'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; Trident/6.0)'],
		[
			'a television',
			'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
		],
	]),
	...toVisits('person', 'Several clicks', [
		['opens three tabs in two seconds', CHROME, links(3, 0.9)],
		['opens five tabs in four seconds', FIREFOX, links(5, 0.8)],
		['opens two links at once', CHROME, links(2, 0.1)],
		[
			'clicks one link three times',
			ANDROID,
			[
				[1, 0],
				[1, 0.2],
				[1, 0.4],
			],
		],
		['reads, and clicks again', IPHONE, links(3, 4)],
		[
			'three people with iCloud Private Relay and one address',
			[IPHONE, MAC_SAFARI, IPHONE],
			links(3, 0.3),
		],
		['four colleagues behind one address', [CHROME, EDGE, FIREFOX, MAC_SAFARI], links(4, 0.2)],
		['two guests of an event in one Wi-Fi, with the same phone', IPHONE, links(2, 0.3)],
		['three guests of an event in one Wi-Fi, with the same phone', IPHONE, links(3, 0.3)],
		['opens all bookmarks of a folder', CHROME, links(4, 0.05)],
	]),
];

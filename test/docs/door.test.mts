/** What people ask is answered within 250 words of a place to which docs/README.md leads. */
import { readFileSync } from 'node:fs';
import { parse, resolved } from './pages.mts';

const DOOR = 'docs/README.md';

/** A row of the door, and what its answer has to say. */
const QUESTIONS: Array<[question: string, answer: RegExp]> = [
	['My API key is refused', /Copy the key again/],
	['on my laptop, purchases too?', /\| Purchases, tips and all other events \|/],
	['no event comes', /until the button .* shows \*Published\* with a green dot/],
	['accounts of several clients', /\{\{ \$json\.clientKey \}\}/],
	['from Bitly', /Upload the file with "Only check"/],
	['My rows got two codes each', /\*\*QR Code > Delete\*\*/],
	['Programs are counted as people', /\*\*Ignore Likely Bots\*\*/],
	['e.g. 3 cm?', /\| 3 cm \|/],
	['where a printed code leads', /\*\*QR Code > Update\*\* with \*\*URL\*\*/],
	['a domain of your own', /\*\*Split Out\*\* with `dns_records`/],
	['the 1,000th click', /\*\*Steps\*\* such as `100, 1000, 10000`/],
	['Some rows failed', /\| `error` \| What happened/],
	['without a click or a purchase?', /\*\*Webhook > Send Test Event\*\*/],
	["Who hasn't clicked yet?", /\*\*Filters > Max Clicks\*\* \| `0`/],
	['in cents?', /unit of prices and amounts isn't documented/],
	['500 codes take?', /\| 500 QR codes with images \| 512 \| 17 minutes \|/],
	['Retry On Fail?', /it repeats \*all\* items/],
	['lose no event?', /\*\*Webhook Signing Secret\*\*/],
	['n8n 3 change?', /`N8N_UNVERIFIED_PACKAGES_ENABLED=true`/],
	['Which create do I use?', /\*\*Link > Create Once\*\*/],
];

/** The first words after the heading that a link leads to, or of the whole page. */
function readBehind(target: string): string {
	const { path, fragment } = resolved(parse(DOOR, ''), target)!;
	const text = readFileSync(path, 'utf8');
	const sections = text.split(/^(?=#+ )/m);
	const at = sections.findIndex((section) => parse(path, section).anchors.has(fragment));
	const shown = fragment === '' ? text : sections.slice(at).join('');
	return shown
		.split(/(?<=\s)/)
		.slice(0, 250)
		.join('');
}

test.each(QUESTIONS)('docs/README.md answers "%s"', (question, answer) => {
	const row = readFileSync(DOOR, 'utf8')
		.split('\n')
		.find((line) => line.includes(question));
	const [, target] = /\]\(([^)]+)\)/.exec(row!)!;
	expect(readBehind(target).replaceAll(/ {2,}/g, ' ')).toMatch(answer);
});

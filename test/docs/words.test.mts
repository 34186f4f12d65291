/** Words of the pages: one name for one thing, in American spelling. */
import { readFileSync } from 'node:fs';
import { readPages } from './pages.mts';

/** Texts of the nodes, which are held to it where they stand. */
const QUOTING = ['docs/guides/troubleshooting.md'];
const pages = readPages().filter(({ path }) => !QUOTING.includes(path));

/** Without code, targets of links, and what is quoted in italics. */
function proseOf(path: string): string {
	return readFileSync(path, 'utf8')
		.replace(/```.*?```/gs, '')
		.replace(/`[^`\n]*`/g, '')
		.replace(/\]\([^)]*\)/g, ']')
		.replace(/(?<![*\w])\*[^*\n]+\*(?!\*)/g, '');
}

const RULES: Array<[string, RegExp]> = [
	['says Link Platform, not "the service"', /\bthe service\b/i],
	['says API, not "interface"', /(?<!user )\binterfaces?\b/i],
	[
		'is spelled as in American English',
		/\b(?:\w*colour|licence|behaviour|favour|honour|neighbour|centre|grey|metre|labelled|cancelled)\w*|\w+(?:gan|cogn|orm|umm?ar|ustom|inim|axim|uthor|ptim|ecial|chron|egor|eral)is(?:e|ed|es|ing|ation)\b/i,
	],
	[
		'does not sound translated',
		/\bfor good\b|\bhands? on\b|\be-mail\b|\bset-up\b|\bcarried out\b/i,
	],
];

test.each(RULES)('page %s', (_, rule) => {
	const found = pages.flatMap(({ path }) => {
		const hit = rule.exec(proseOf(path));
		return hit ? [`${path}: ${hit[0]}`] : [];
	});
	expect(found).toEqual([]);
});

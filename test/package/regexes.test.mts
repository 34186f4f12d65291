/**
 * The work of each regular expression must grow with the length of the text, not with its square, whatever a visitor,
 * a row or Link Platform sends. The steps of a matcher are counted, since no test may depend on a machine's speed.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';

/** Expressions that are quadratic, and what limits the length of the text. */
const BOUNDED: Record<string, string> = {
	'/\\/+$/': 'a base URL is cut to 2,048 characters (adapter/baseUrls.ts)',
	'/[.\\s]+$/': 'a file name is cut to 1,000 characters (runner/fileNames.ts)',
};
const LENGTH = 100;
/** One character of each kind that the expressions distinguish. */
const SIGNS = [...'aA0 \n-_.,:/%@([]é*"&#'];
const ENDS = ['', 'a', '0', '!', ' '];

type Next = (at: number) => boolean;
/** Matches at a position and continues with `next`; tries its other ways if that fails. */
type Matcher = (text: string, at: number, next: Next) => boolean;

/** Counts the steps of a matcher that tries one way after the other, as V8's does. */
class CountingRegex {
	private steps = 0;
	private at = 1;
	private readonly source: string;
	private readonly flags: string;
	private readonly isSticky: boolean;
	private readonly matcher: Matcher;

	constructor(literal: string) {
		this.source = literal.slice(0, literal.lastIndexOf('/'));
		const flags = literal.slice(this.source.length + 1);
		this.flags = flags.replace(/[gy]/g, '');
		this.isSticky = flags.includes('y');
		this.matcher = this.parseBranches();
	}

	/** Returns the steps until it matches somewhere, or has tried from each character where it may match. */
	count(text: string) {
		this.steps = 0;
		const last = this.isSticky ? 0 : text.length;
		for (let start = 0; start <= last; start += 1) {
			if (this.matcher(text, start, () => true)) break;
		}
		return this.steps;
	}

	private take(pattern: RegExp) {
		pattern.lastIndex = this.at;
		const [found] = pattern.exec(this.source) ?? [];
		this.at += found?.length ?? 0;
		return found;
	}

	private parseBranches(): Matcher {
		const branches = [this.parseSequence()];
		while (this.take(/\|/y)) branches.push(this.parseSequence());
		return (text, at, next) => branches.some((branch) => branch(text, at, next));
	}

	private parseSequence() {
		const parts: Matcher[] = [];
		while (this.at < this.source.length && !'|)'.includes(this.source[this.at])) {
			parts.push(this.parseRepeated());
		}
		return parts.reduceRight<Matcher>(
			(rest, part) => (text, at, next) => part(text, at, (end) => rest(text, end, next)),
			(_, at, next) => next(at),
		);
	}

	private parseRepeated(): Matcher {
		const opening = this.take(/\((\?:|\?<?[=!])?/y);
		const one = opening === undefined ? this.parseCharacter() : this.parseGroup(opening);
		const times = this.take(/[*+?]|\{\d+(,\d*)?\}/y);
		if (times === undefined) return one;
		const [least, most = least] =
			{ '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] }[times] ??
			times.match(/\d+/g)!.map(Number);
		const repeat =
			(count: number): Matcher =>
			(text, at, next) =>
				(count < most && one(text, at, (end) => end > at && repeat(count + 1)(text, end, next))) ||
				(count >= least && next(at));
		return repeat(0);
	}

	private parseGroup(opening: string): Matcher {
		const inner = this.parseBranches();
		this.at += 1;
		if (!/[=!]/.test(opening)) return inner;
		// Each look-behind in the package is of one character.
		const offset = opening.includes('<') ? -1 : 0;
		const isWanted = opening.endsWith('=');
		return (text, at, next) => inner(text, at + offset, () => true) === isWanted && next(at);
	}

	private parseCharacter(): Matcher {
		const written = this.take(/\[\^?(\\.|[^\]\\])*\]|\\p\{\w+\}|\\u[\dA-F]{4}|\\.|[^()|]/y)!;
		const isOne = new RegExp(`^${written}$`, this.flags);
		const isAnchor = ['^', '$', '\\b'].includes(written);
		const anchor = new RegExp(written, `${this.flags}y`);
		return (text, at, next) => {
			this.steps += 1;
			anchor.lastIndex = at;
			if (isAnchor) return anchor.test(text) && next(at);
			return at >= 0 && at < text.length && isOne.test(text[at]) && next(at + 1);
		};
	}
}

/** The regular expressions in a source file, as they are written. */
function findRegexes(file: string) {
	const found: string[] = [];
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
	const visit = (node: ts.Node) => {
		if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** Returns by how much the work grows if the text is twice as long, for the worst kind of text. */
function getWorstGrowth(literal: string) {
	const regex = new CountingRegex(literal);
	const words = literal.match(/[a-z\d]{2,}/gi) ?? [];
	const growths = [...words, ...SIGNS].flatMap((piece) =>
		ENDS.map((end) => {
			const [steps, moreSteps] = [LENGTH, 2 * LENGTH].map((times) =>
				regex.count(piece.repeat(times) + end),
			);
			return moreSteps / steps;
		}),
	);
	return Math.max(...growths);
}

const regexes = globSync('{nodes,credentials}/**/*.ts').flatMap((path) =>
	findRegexes(path).map((literal): [string, string] => [literal, basename(path)]),
);

test.each(regexes.filter(([literal]) => !(literal in BOUNDED)))(
	'the regular expression %s in %s takes at most linear time',
	(literal) => {
		expect(getWorstGrowth(literal)).toBeLessThan(2.1);
	},
);

test.each([
	...Object.keys(BOUNDED),
	'/^[^a-z]*(none)?[^a-z]*$/i',
	'/webhook.* not registered/i',
	'/\\s+$/',
	'/(a|b)*c/',
	'/(?=a)a+$/',
])(
	'the step counter of this test reports quadratic time for the regular expression %s',
	(literal) => {
		expect(getWorstGrowth(literal)).toBeGreaterThan(3);
	},
);

test.each(Object.keys(BOUNDED))(
	'the exempt regular expression %s is still used in the package',
	(literal) => {
		expect(regexes.map(([one]) => one)).toContain(literal);
	},
);

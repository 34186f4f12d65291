/**
 * Regular expressions that see text from outside: their work must grow with the length of the text, not with its
 * square, whatever a visitor or a service sends. Steps of a matcher are counted, since no test may depend on a
 * machine's speed.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const NODE = 'nodes/LinkPlatform';
const FOLDERS = ['events', 'deliveries', 'subscriptions'];
const LENGTH = 100;
/** One character of each kind that the expressions distinguish. */
const SIGNS = [...'aA0 \n-_.,:/%@([]é*'];
const ENDS = ['', 'a', '0', '!', ' '];

type Next = (at: number) => boolean;
/** Matches at a position, and goes on with what follows; tries its other ways if that fails. */
type Matcher = (text: string, at: number, next: Next) => boolean;

/** The work of V8's matcher, which tries one way after the other. */
class CountingRegex {
	private steps = 0;
	private at = 1;
	private readonly source: string;
	private readonly flags: string;
	private readonly matcher: Matcher;

	constructor(literal: string) {
		this.source = literal.slice(0, literal.lastIndexOf('/'));
		this.flags = literal.slice(this.source.length + 1).replace('g', '');
		this.matcher = this.parseBranches();
	}

	/** The steps until it matches somewhere, or has tried from each character. */
	count(text: string): number {
		this.steps = 0;
		for (let start = 0; start <= text.length; start += 1) {
			if (this.matcher(text, start, () => true)) break;
		}
		return this.steps;
	}

	private take(pattern: RegExp): string | undefined {
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

	private parseSequence(): Matcher {
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
		const one = this.take(/\((\?:)?/y) ? this.parseGroup() : this.parseCharacter();
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

	private parseGroup(): Matcher {
		const inner = this.parseBranches();
		this.at += 1;
		return inner;
	}

	private parseCharacter(): Matcher {
		const written = this.take(/\[\^?(\\.|[^\]\\])*\]|\\p\{\w+\}|\\.|[^()|]/y)!;
		const isOne = new RegExp(`^${written}$`, this.flags);
		const isAnchor = ['^', '$', '\\b'].includes(written);
		const anchor = new RegExp(written, `${this.flags}y`);
		return (text, at, next) => {
			this.steps += 1;
			anchor.lastIndex = at;
			if (isAnchor) return anchor.test(text) && next(at);
			return at < text.length && isOne.test(text[at]) && next(at + 1);
		};
	}
}

/** The regular expressions in a source file, as they are written. */
function findRegexes(file: string): string[] {
	const found: string[] = [];
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
	const visit = (node: ts.Node) => {
		if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** How many times the work grows if the text is twice as long, for the worst kind of text. */
function getWorstGrowth(literal: string): number {
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

const regexes = FOLDERS.flatMap((folder) =>
	readdirSync(join(NODE, folder))
		.filter((name) => name.endsWith('.ts'))
		.flatMap((name) => findRegexes(join(NODE, folder, name)).map((literal) => [name, literal])),
);

test.each(regexes)('%s: the work of %s grows with the length of the text', (_, literal) => {
	expect(getWorstGrowth(literal)).toBeLessThan(2.1);
});

test.each(['/^[^a-z]*(none)?[^a-z]*$/i', '/webhook.* not registered/i', '/\\s+$/', '/(a|b)*c/'])(
	'the work of %s is seen to grow with the square of the length',
	(literal) => {
		expect(getWorstGrowth(literal)).toBeGreaterThan(3);
	},
);

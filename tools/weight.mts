/**
 * `npm run weight`: prints the size of the code and its longest functions. Size is measured in tokens, so layout and
 * comments don't affect it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Functions with more lines than this are listed. */
const MOST_LINES = 60;

interface Weight {
	tokens: number;
	functions: Array<{ lines: number; place: string }>;
}

function weigh(file: string) {
	const text = readFileSync(file, 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const weight: Weight = { tokens: 0, functions: [] };
	const toLine = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
	const visit = (node: ts.Node) => {
		const children = node.getChildren(source);
		if (children.length === 0 && node.getWidth(source) > 0) weight.tokens += 1;
		if (ts.isFunctionLike(node) && 'body' in node && node.body && !isSuite(node)) {
			const [first, last] = [toLine(node.getStart(source)), toLine(node.getEnd())];
			weight.functions.push({ lines: last - first + 1, place: `${file}:${first}` });
		}
		children.forEach(visit);
	};
	visit(source);
	return weight;
}

/** True for the callback of a `describe`: it contains tests, but isn't a test. */
function isSuite({ parent }: ts.Node) {
	return ts.isCallExpression(parent) && /^describe\b/.test(parent.expression.getText());
}

function toGroup(file: string) {
	if (/^(nodes|credentials)\//.test(file)) return 'Product';
	return /^test\/|\/test\/|\.test\./.test(file) ? 'Tests' : 'Tools and packages';
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.?ts', '*.js', '*.?js'], {
	encoding: 'utf8',
});
const groups = Map.groupBy(files.trim().split('\n'), toGroup);
for (const [group, members] of [...groups].sort()) {
	const weights = members.map(weigh);
	const tokens = weights.reduce((sum, weight) => sum + weight.tokens, 0);
	const functions = weights
		.flatMap((weight) => weight.functions)
		.sort((one, other) => other.lines - one.lines);
	console.log(`${group}: ${tokens.toLocaleString('en')} tokens in ${members.length} files`);
	const [longest, ...others] = functions;
	for (const { lines, place } of [longest, ...others.filter((one) => one.lines > MOST_LINES)]) {
		console.log(`  function with ${lines} lines: ${place}`);
	}
}

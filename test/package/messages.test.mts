/** Texts for users stand in the `messages.ts` of their folder, and nowhere else. */
import ts from 'typescript';
import { MESSAGE_FOLDERS } from '../../tools/docs/messages.mts';

/** What n8n shows as a form: their prose is documentation, not a message. */
const FORMS = [
	'Field',
	'INodeProperties',
	'INodePropertyCollection',
	'INodePropertyMode',
	'INodePropertyOptions',
	'INodeTypeDescription',
	'Locator',
	'NodeHint',
	'Preset',
	'ResourceMapperField',
];

/** Written for developers; none of them reaches a user. */
const INTERNAL = [
	'No complete response in time',
	'No longer needed',
	'The operation has no field "…"',
	'The trigger is no longer published',
];

/** Routes (`GET /api/urls`), a header's value, and code that n8n evaluates. */
const NO_PROSE = /^((GET|POST|PUT|DELETE|Bearer) |=?\{\{)|=> /;

type Text = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression;

const program = createProgram();
const checker = program.getTypeChecker();
const sources = program.getRootFileNames().map((file) => program.getSourceFile(file)!);

function createProgram(): ts.Program {
	const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as {
		config: unknown;
	};
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
	return ts.createProgram(
		fileNames.filter((file) => file.endsWith('.ts')),
		options,
	);
}

function textsIn(node: ts.Node): Text[] {
	const own = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? [node] : [];
	const inner: Text[] = [];
	ts.forEachChild(node, (child) => void inner.push(...textsIn(child)));
	return [...own, ...inner];
}

/** What it says, with an ellipsis for each value. */
function toPlain(text: Text): string {
	if (!ts.isTemplateExpression(text)) return text.text;
	return text.head.text + text.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** Words, at least one of them in lower case: neither a name nor a code. */
function isProse(text: string): boolean {
	return /(^|[\s…(])[a-z]{2,}/.test(text) && /\s/.test(text) && !NO_PROSE.test(text);
}

/** True for what belongs to an object or a constant of one of the `FORMS`. */
function isInForm(node: ts.Node): boolean {
	const type = ts.isObjectLiteralExpression(node)
		? checker.getContextualType(node)
		: ts.isVariableDeclaration(node)
			? (checker.getTypeAtLocation(node).getNumberIndexType() ?? checker.getTypeAtLocation(node))
			: undefined;
	const members = type?.isUnion() ? type.types : [type];
	const names = members.map((member) => (member?.aliasSymbol ?? member?.symbol)?.name ?? '');
	return names.some((name) => FORMS.includes(name)) || (node.parent && isInForm(node.parent));
}

const isMessages = ({ fileName }: ts.SourceFile) => fileName.endsWith('/messages.ts');
const prose = sources
	.filter((source) => !isMessages(source))
	.flatMap((source) => textsIn(source).filter((text) => isProse(toPlain(text)) && !isInForm(text)))
	.map(toPlain);

test('no text for users stands outside messages.ts', () => {
	expect(prose.filter((text) => !INTERNAL.includes(text))).toEqual([]);
});

/** What takes a message, as its first argument. */
const SAYING = /^Failure(\.\w+)?$|\.(addHint|reworded|withAdvice)$|\.logger\.\w+$/;

function callsIn(node: ts.Node): Array<ts.CallExpression | ts.NewExpression> {
	const own = ts.isCallExpression(node) || ts.isNewExpression(node) ? [node] : [];
	const inner: typeof own = [];
	ts.forEachChild(node, (child) => void inner.push(...callsIn(child)));
	return [...own, ...inner];
}

test('what fails, hints or logs says a message by its name, without a word of its own', () => {
	const calls = sources
		.flatMap(callsIn)
		.filter(({ expression }) => SAYING.test(expression.getText()));
	expect(calls.length).toBeGreaterThan(60);
	const own = calls.flatMap(({ arguments: [said] = [] }) => (said ? textsIn(said) : []));
	expect(own.map(toPlain).filter((text) => /^[A-Z]|\w \w/.test(text))).toEqual([]);
});

test('what counts as internal is in the source', () => {
	expect(INTERNAL.filter((text) => !prose.includes(text))).toEqual([]);
});

test('each folder with messages is one that the documentation reads', () => {
	const found = sources.filter(isMessages).map(({ fileName }) => fileName.split('/').at(-2));
	expect(found.sort()).toEqual([...MESSAGE_FOLDERS].sort());
});

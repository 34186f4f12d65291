/**
 * Every text with which the package speaks to its users, read from its source: any prose there that does
 * not belong to a form (labels, descriptions, placeholders) is one. What varies is an ellipsis.
 */
import ts from 'typescript';

/** What n8n shows as a form: their prose is documentation, not a message. */
const FORMS = [
	'INodeTypeDescription',
	'INodeProperties',
	'Field',
	'Locator',
	'INodePropertyOptions',
	'INodePropertyCollection',
	'INodePropertyMode',
	'ResourceMapperField',
	'NodeHint',
	'Preset',
];

/** What carries texts from where they stand to where they are put together. */
const RECORDS = ['Words', 'Fault', 'Refusal'];

/** Routes (`GET /api/urls`), a header's value, and n8n's expressions. */
const NO_PROSE = /^((GET|POST|PUT|DELETE|Bearer) |=\{\{)/;

type Text = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression;

/** The texts, sorted. A text that only goes into others is listed as part of those. */
export function messagesIn(configFile: string): string[] {
	const program = programOf(configFile);
	const checker = program.getTypeChecker();
	const sources = program.getRootFileNames().map((file) => program.getSourceFile(file)!);
	const calls = sources.flatMap((source) => all(source, ts.isCallExpression));
	const assignments = sources.flatMap((source) => all(source, ts.isPropertyAssignment));
	const shorthands = sources.flatMap((source) => all(source, ts.isShorthandPropertyAssignment));

	const typeOf = (node: ts.Node): ts.Type | undefined => {
		if (ts.isObjectLiteralExpression(node)) return checker.getContextualType(node);
		if (!ts.isVariableDeclaration(node)) return undefined;
		const type = checker.getTypeAtLocation(node);
		return type.getNumberIndexType() ?? type;
	};
	const inForm = (node: ts.Node): boolean => {
		const type = typeOf(node);
		const members = type?.isUnion() ? type.types : [type];
		const isForm = members.some((member) => FORMS.includes(nameOf(member)));
		return isForm || (node.parent !== undefined && inForm(node.parent));
	};
	const used = new Set<ts.Node>();

	/** What an expression may say. */
	const said = (node: ts.Expression): string[] => {
		// A text of signs alone, such as a mask, stands for what varies.
		if (ts.isStringLiteralLike(node)) return [/^$|\w/.test(node.text) ? node.text : '…'];
		if (ts.isTemplateExpression(node)) {
			return node.templateSpans.reduce(
				(starts, { expression, literal }) =>
					starts.flatMap((start) => said(expression).map((hole) => start + hole + literal.text)),
				[node.head.text],
			);
		}
		if (ts.isConditionalExpression(node)) return [...said(node.whenTrue), ...said(node.whenFalse)];
		if (ts.isBinaryExpression(node)) {
			const [left, right] = [said(node.left), said(node.right)];
			return isSum(node) ? left.flatMap((a) => right.map((b) => a + b)) : [...left, ...right];
		}
		if (ts.isParenthesizedExpression(node)) return said(node.expression);
		const origins = originsOf(node).filter((origin) => all(origin, isText).length > 0);
		for (const origin of origins) for (const text of all(origin, isText)) used.add(text);
		return origins.length > 0 ? origins.flatMap(said) : ['…'];
	};

	/** Where a name gets its texts: a constant, the values of a table, the arguments of all calls. */
	const originsOf = (node: ts.Expression): ts.Expression[] => {
		const name = ts.isElementAccessExpression(node) ? node.expression : node;
		if (!ts.isIdentifier(name)) return [];
		const declaration = declarationOf(name);
		if (declaration && ts.isParameter(declaration)) {
			const { parent: owner } = declaration;
			const at = owner.parameters.indexOf(declaration);
			return calls
				.filter(
					(call) => ts.isIdentifier(call.expression) && declarationOf(call.expression) === owner,
				)
				.flatMap((call) => call.arguments[at] ?? declaration.initializer ?? []);
		}
		if (declaration && ts.isBindingElement(declaration)) return valuesOf(declaration);
		const value = declaration && ts.isVariableDeclaration(declaration) && declaration.initializer;
		if (!value || name === node) return value ? [value] : [];
		if (!ts.isObjectLiteralExpression(value)) return [];
		return value.properties.filter(ts.isPropertyAssignment).map(({ initializer }) => initializer);
	};
	/** What is given to a property that a pattern takes out of an object, wherever such an object is made. */
	const valuesOf = (element: ts.BindingElement): ts.Expression[] => {
		const property = (element.propertyName ?? element.name).getText();
		const { parent: pattern } = element;
		const typed = ts.isParameter(pattern.parent) ? pattern.parent : pattern;
		const type = checker.getTypeAtLocation(typed);
		if (!RECORDS.includes(nameOf(type))) return [];
		const isMeant = ({ name, parent }: ts.ObjectLiteralElementLike) =>
			name?.getText() === property && checker.getContextualType(parent as ts.Expression) === type;
		return [
			...assignments.filter(isMeant).map(({ initializer }) => initializer),
			...shorthands.filter(isMeant).flatMap(({ name }) => originsOf(name)),
		];
	};
	const declarationOf = (name: ts.Identifier): ts.Declaration | undefined => {
		const symbol = ts.isShorthandPropertyAssignment(name.parent)
			? checker.getShorthandAssignmentValueSymbol(name.parent)
			: checker.getSymbolAtLocation(name);
		const isAlias = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
		return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration;
	};

	const wholes = sources
		.flatMap((source) => all(source, isText))
		.filter((text) => !inForm(text))
		.map((text) => ({ text, says: said(outermost(text)) }));
	const own = wholes.filter(({ text }) => !used.has(text));
	// A full stop at the end says nothing, nor does a second ellipsis.
	const texts = own
		.flatMap(({ says }) => says)
		.map((text) => text.replace(/…(\. …|…)*/g, '…').replace(/\.$/, ''));
	return [...new Set(texts)].filter(isProse).sort();
}

function programOf(configFile: string): ts.Program {
	const { config } = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path)) as {
		config: unknown;
	};
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
	return ts.createProgram(
		fileNames.filter((file) => file.endsWith('.ts')),
		options,
	);
}

function nameOf(type?: ts.Type): string {
	return (type?.aliasSymbol ?? type?.symbol)?.name ?? '';
}

function all<Found extends ts.Node>(
	node: ts.Node,
	is: (candidate: ts.Node) => candidate is Found,
): Found[] {
	const found: Found[] = is(node) ? [node] : [];
	ts.forEachChild(node, (child) => void found.push(...all(child, is)));
	return found;
}

function isText(node: ts.Node): node is Text {
	return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** Words, at least one of them in lower case: neither a name nor a code. */
function isProse(text: string): boolean {
	return /(^|[\s…(])[a-z]{2,}/.test(text) && /\s/.test(text) && !NO_PROSE.test(text);
}

/** The whole expression that a text is a piece of. */
function outermost(node: ts.Expression): ts.Expression {
	const { parent } = node;
	if (ts.isTemplateSpan(parent)) return outermost(parent.parent);
	const isChoice = ts.isConditionalExpression(parent) && parent.condition !== node;
	const isPart = isChoice || ts.isParenthesizedExpression(parent);
	return isPart || (ts.isBinaryExpression(parent) && isJoint(parent)) ? outermost(parent) : node;
}

function isSum({ operatorToken }: ts.BinaryExpression): boolean {
	return operatorToken.kind === ts.SyntaxKind.PlusToken;
}

function isJoint(node: ts.BinaryExpression): boolean {
	const either = [ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken];
	return isSum(node) || either.includes(node.operatorToken.kind);
}

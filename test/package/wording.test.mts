/** The voice of everything that users read: one name for one thing, standard terms, American spelling. */
import { globSync, readFileSync } from 'node:fs';
import type { ICredentialType, INodeProperties, INodeType } from 'n8n-workflow';
import { createBuiltInstance } from '../../tools/built.mts';
import { getMessages, replaceStandIns } from '../../tools/docs/messages.mts';
import { readPages } from '../docs/pages.mts';

const RULES: Record<string, RegExp> = {
	'Link Platform is called by its name': /\b(the|your|this|our) service('s)?\b/i,
	'what programs talk to is an API': /(?<!user )\binterfaces?\b/i,
	'what comes back is a response': /\banswer(s|ed)? (with|of|by)\b|\bunanswered\b/i,
	'idioms are those of native readers':
		/\b(for good(?! reason)|hand(s|ed|ing)? on|told by|none twice|(stays?|stayed) so|out of order|did not work|is no ID|carried out|e-mail|set-up)\b/i,
	'spelling is American':
		/\b(\w*colour|licence|centre|behaviour|favour|honour|neighbour|catalogue|grey|judgement|metre)\w*|\b(organ|recogn|optim|custom|summar|minim|maxim|normal|synchron|author|initial|priorit|categor|standard|special)is(e|ed|es|ing|ation)\b|\banalys(e|ed|ing)\b|\b(cancel|label|model|travel|signal)l(ed|ing)\b/i,
};

const folder = 'nodes/LinkPlatform';
const { description: action } = createBuiltInstance<INodeType>(`${folder}/LinkPlatform.node`);
const { description: trigger } = createBuiltInstance<INodeType>(
	`${folder}/LinkPlatformTrigger.node`,
);
const credential = createBuiltInstance<ICredentialType>('credentials/LinkPlatformApi.credentials');
const messages = getMessages();

/** A text that users read, and where. */
interface Text {
	place: string;
	text: string;
}

/** All texts within a description; code and values are no prose, and no rule is about them. */
function textsIn(value: unknown, place: string): Text[] {
	if (typeof value === 'string') return value.startsWith('=') ? [] : [{ place, text: value }];
	if (typeof value !== 'object' || value === null) return [];
	const named = value as { name?: unknown };
	const inner = typeof named.name === 'string' ? `${place}.${named.name}` : place;
	return Object.values(value).flatMap((one) => textsIn(one, inner));
}

const inPackage: Text[] = [
	...textsIn(action, 'action'),
	...textsIn(trigger, 'trigger'),
	...textsIn({ ...credential }, 'credential'),
	...globSync(`${folder}/*.node.json`).flatMap((path) =>
		textsIn(JSON.parse(readFileSync(path, 'utf8')), path),
	),
	...messages.flatMap(({ id, message, description }) =>
		[message, description].map((text) => ({ place: id, text })),
	),
];

/** A page without its code. */
const readPage = (path: string): Text[] => {
	const prose = readFileSync(path, 'utf8')
		.replace(/^```[^]*?^```/gm, (code) => code.replace(/[^\n]/g, ''))
		.replace(/`[^`\n]*`/g, '');
	return prose.split('\n').map((text, index) => ({ place: `${path}:${index + 1}`, text }));
};

interface Template {
	nodes: Array<{ name: string; type: string; parameters: { content?: string } }>;
}

/** What is written on a template's sticky notes, and how its nodes are called. */
const readTemplate = (path: string): Text[] => {
	const { nodes } = JSON.parse(readFileSync(path, 'utf8')) as Template;
	return nodes.flatMap(({ name, type, parameters: { content = '' } }) => {
		const place = `${path}: ${name}`;
		return [
			{ place, text: name },
			...(type.endsWith('.stickyNote') ? [{ place, text: content }] : []),
		];
	});
};

const pages = readPages().map(({ path }) => path);
const templates = globSync('examples/*.json').sort();
const files = [
	...pages.map((path) => [path, readPage(path)] as const),
	...templates.map((path) => [path, readTemplate(path)] as const),
];

/** Where a rule is broken, with the words. */
const breaking = (texts: Text[], rule: RegExp) =>
	texts.filter(({ text }) => rule.test(text)).map(({ place, text }) => `${place}: ${text}`);

describe.each(Object.entries(RULES))('%s', (_, rule) => {
	test('in descriptions and messages', () => {
		expect(inPackage.length).toBeGreaterThan(1_000);
		expect(breaking(inPackage, rule)).toEqual([]);
	});

	test.each(files)('in %s', (_path, texts) => {
		expect(breaking(texts, rule)).toEqual([]);
	});
});

/** A field and all below it. */
function fieldsIn(value: unknown): INodeProperties[] {
	if (typeof value !== 'object' || value === null) return [];
	const own = 'displayName' in value && 'type' in value ? [value as INodeProperties] : [];
	return [...own, ...Object.values(value).flatMap(fieldsIn)];
}

const fields = [action, trigger, credential].flatMap((one) => fieldsIn(one.properties));

test('a number that measures something names its unit in the label', () => {
	const names = new Set(fields.map(({ name }) => name));
	const measures = fields.filter(
		({ name, type }) =>
			type === 'number' && /(age|amount|delay|interval|size|timeout|wait)$/i.test(name),
	);
	// A batch is counted; the unit of an amount is a field of its own.
	const isNamed = ({ name, displayName }: INodeProperties) =>
		/ \((Seconds|Minutes|Hours|Days|Pixels)\)$/.test(displayName) ||
		name === 'batchSize' ||
		(name.endsWith('Amount') && names.has(name.replace(/Amount$/, 'Unit')));
	expect(measures.length).toBeGreaterThan(5);
	expect(measures.filter((field) => !isNamed(field)).map(({ name }) => name)).toEqual([]);
});

/** What messages name besides: fields of an output or of a JSON value, and a setting of n8n. */
const OTHER_NAMES = ['blocksFailed', 'content', 'On Error', 'settingsFailed', 'targetUrl', 'type'];

test('what a message has in single quotes is the name of a field or option', () => {
	const labels = new Set(
		fields.flatMap(({ displayName, options = [] }) => [
			displayName,
			...options.map(({ name }) => name),
		]),
	);
	const isKnown = (name: string) => labels.has(name) || OTHER_NAMES.includes(name);
	const quoted = messages.flatMap(({ id, message, description }) => {
		const text = `${message} ${description}`.replace(/'‹\w+›'/g, '');
		return [...text.matchAll(/(?<!\w)'([^']+)'(?!\w)/g)].map(([, name]) => ({ id, name }));
	});
	expect(quoted.length).toBeGreaterThan(50);
	expect(quoted.filter(({ name }) => !isKnown(name))).toEqual([]);
});

test('a message has a full stop at its end only after several sentences', () => {
	const plain = (text: string) => replaceStandIns(text, (name) => name).replace(/e\.g\. /g, '');
	const texts = messages.flatMap(({ message, description }) => [message, description]);
	const isWrong = (text: string) => text.endsWith('.') && !/[.!?] [A-Z']/.test(text);
	expect(texts.map(plain).filter(isWrong)).toEqual([]);
});

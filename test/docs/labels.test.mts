/** The names in the guides are those of the nodes: bold for labels, italic for choices and messages. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { createBuiltInstance, getNodes, getResources } from '../../tools/built.mts';
import { getMessages } from '../../tools/docs/messages.mts';
import { isListed } from '../support/listed.mts';
import { readPages } from './pages.mts';

/** What n8n 2.40 itself shows: its buttons, settings and nodes. */
const OF_N8N = `
AI Agent, Actions, Add a description, Aggregate, All Item Data, Always Output Data, Append Row, Authentication, Batching,
Bearer Auth, Binary,
Combine, Compression, Conflicting Trigger Path, Convert to File, Connect to Link Platform, Connection tested successfully,
Continue (using error output), Crashed, Crypto, Create data table, Create new credential, Credential,
Credential Type, Data table, Data tables, Delete From Queue When, Error, Execute Sub-workflow, Execute step, Execute workflow,
Execution Finishes Successfully, Executions, Expire, Expression, Error Branch, Fetch Test Event,
File, Filter, Gmail, Google Drive, Google Sheets, HTTP Request,
Header Auth, Hookdeck, Human review, Import CSV,
I understand the risks of installing unverified code from a public source, If, Include Binaries,
Increment, Insert, Install, Install a community node, Install this node to use it, JSON Parse Body, Key, Let the model define this parameter,
Loop Over Items, MCP Server Trigger, Map Automatically, Matches, Matching Fields, Merge, More details,
Node, None, On Error, On Form Submitted, On Webhook Call, Only Content, Pagination, Poll Times, Pop Data from List,
Predefined Credential Type, Production URL, Publish, Published, RabbitMQ, RabbitMQ Trigger, Raw Body, Referenced node doesn't exist,
Read/Write Files from Disk, Redis, Remove Duplicates,
Remove Items Processed in Previous Executions, Response Format, Retry, Retry On Fail,
Run once for each item, Save, Schedule Trigger, Scope, Send, Send and Wait for Response, Settings,
Send Email, Send a message, Send a text message, Settings > Community nodes,
Settings > n8n API, Slack, Sort, Split Out, Stop Workflow, Success, Switch,
System Message, TTL, Telegram, This execution failed to be processed too many times,
Tool, Triggers, View, Wait, Wait for Sub-Workflow Completion, Waiting,
Webhook URLs, Workflow published, npm Package Name, set mock data`
	.trim()
	.split(/,\s/);

const guides = readPages().filter(
	({ path }) => path === 'README.md' || path.startsWith('docs/guides/'),
);

/** A message of the package, or how one begins. */
function isMessage(text: string): boolean {
	const start = text.replace(/ …$/, '');
	return isListed(text) || getMessages().some(({ message }) => message.startsWith(start));
}

/** The labels of fields and of their choices; those of a collection also after its name. */
function getFieldLabels(fields: INodeProperties[], group = ''): string[] {
	return fields.flatMap(({ displayName, type, options = [] }) => {
		const own = [displayName, `${group}${displayName}`];
		if (type === 'collection') {
			return [...own, ...getFieldLabels(options as INodeProperties[], `${displayName} > `)];
		}
		if (type === 'fixedCollection') {
			const groups = options as Array<{ values: INodeProperties[] }>;
			return [
				...own,
				...groups.flatMap(({ values }) => getFieldLabels(values, `${displayName} > `)),
			];
		}
		return [...own, ...options.map(({ name }) => name)];
	});
}

/** What the nodes and the credential show. */
function getLabels(): Set<string> {
	const nodes = getNodes().map(({ description }) => description);
	const credential = createBuiltInstance<{ displayName: string; properties: INodeProperties[] }>(
		'credentials/LinkPlatformApi.credentials',
	);
	const modes = nodes.flatMap(({ properties }) =>
		properties.flatMap((field) => (field.modes ?? []).map(({ displayName }) => displayName)),
	);
	const resources = getResources();
	const menus = resources.flatMap(({ name: resource, operations }) =>
		Object.values(operations).flatMap(({ name, action }) => [`${resource} > ${name}`, action]),
	);
	const events = nodes
		.flatMap(({ properties }) => properties)
		.filter(({ name }) => name === 'events')
		.flatMap(({ options = [] }) => options as INodePropertyOptions[]);
	return new Set([
		...nodes.flatMap(({ displayName, properties }) => [displayName, ...getFieldLabels(properties)]),
		...events.map(({ action = '' }) => action),
		...modes,
		...menus,
		credential.displayName,
		...getFieldLabels(credential.properties),
	]);
}

/** A lead-in ("**Laptop closed?** …") or plain emphasis, neither of which is a name. */
function isStress(text: string, isFirst: boolean): boolean {
	const isPhrase = /[\s’'][a-z]/.test(text) || /[.?]$/.test(text);
	return (isFirst && isPhrase) || !/[A-Z]/.test(text.slice(0, 1));
}

describe('name in a guide', () => {
	it('is that of a field, choice, operation, event or part of n8n', () => {
		const known = new Set([...getLabels(), ...OF_N8N]);
		// Nodes of workflows to paste have their own names.
		const inWorkflows = new Set(
			guides.flatMap(({ code }) =>
				code.flatMap(({ text }) =>
					[...text.matchAll(/"name": "([^"]+)"/g)].map(([, name]) => name),
				),
			),
		);
		const unknown = guides.flatMap(({ path, emphases }) =>
			emphases
				.filter(({ text, isFirst }) => !known.has(text) && !isStress(text, isFirst))
				.filter(({ text }) => !inWorkflows.has(text) && !isMessage(text))
				.map(({ text }) => `${path}: ${text}`),
		);
		expect(unknown).toEqual([]);
	});

	it('of n8n is needed', () => {
		const used = guides.flatMap(({ emphases }) => emphases.map(({ text }) => text));
		expect(OF_N8N.filter((one) => !used.includes(one))).toEqual([]);
	});
});

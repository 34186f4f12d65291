/** Checks that n8n can import a workflow file: known nodes, known fields and complete connections. */
import type { INode } from 'n8n-workflow';
import type { Engine, WorkflowJson } from '../../packages/n8n-harness/index.mts';
import { NodeHelpers } from '../../packages/n8n-harness/n8nWorkflow.mts';

/**
 * The built-in n8n nodes that the examples use, each with the newest version that both n8n 2.35.3 (the oldest supported
 * release) and n8n 2.40.7 have, so that the tests find a wrong name or version.
 */
const BASE: Record<string, number> = {
	aggregate: 1,
	airtable: 2.2,
	code: 2,
	compression: 1.1,
	convertToFile: 1.1,
	crypto: 2,
	dataTable: 1.1,
	errorTrigger: 1,
	filter: 2.3,
	form: 2.5,
	formTrigger: 2.6,
	gmail: 2.2,
	googleDrive: 3,
	googleSheets: 4.7,
	httpRequest: 4.5,
	hubspot: 2.2,
	if: 2.3,
	limit: 1,
	linkedIn: 1,
	mailchimp: 1,
	manualTrigger: 1,
	merge: 3.2,
	noOp: 1,
	quickChart: 1,
	readWriteFile: 1.1,
	removeDuplicates: 2,
	rssFeedReadTrigger: 1,
	scheduleTrigger: 1.3,
	set: 3.5,
	slack: 2.7,
	slackHitlTool: 2.4,
	sort: 1,
	splitInBatches: 3,
	splitOut: 1,
	stickyNote: 1,
	stopAndError: 1,
	switch: 3.4,
	telegram: 1.2,
	wait: 1.1,
	wooCommerce: 1,
	wooCommerceTrigger: 1,
};
const LANGCHAIN: Record<string, number> = {
	agent: 3.1,
	chatTrigger: 1.4,
	lmChatOpenAi: 1.3,
	mcpTrigger: 2,
	memoryBufferWindow: 1.4,
};
const builtIn = new Map([
	...Object.entries(BASE).map(([type, version]) => [`n8n-nodes-base.${type}`, version] as const),
	...Object.entries(LANGCHAIN).map(
		([type, version]) => [`@n8n/n8n-nodes-langchain.${type}`, version] as const,
	),
]);
/**
 * The authentication method of each built-in node that has several. A workflow file states the method even if it is
 * the default, because n8n otherwise can't select a credential when the workflow is pasted.
 */
const AUTHENTICATION: Record<string, string> = {
	airtable: 'airtableTokenApi',
	formTrigger: 'basicAuth',
	gmail: 'oAuth2',
	googleDrive: 'oAuth2',
	googleSheets: 'oAuth2',
	hubspot: 'appToken',
	linkedIn: 'standard',
	mailchimp: 'apiKey',
	mcpTrigger: 'bearerAuth',
	slack: 'accessToken',
	slackHitlTool: 'accessToken',
};
/** The credential type of each node that needs a credential, and n8n's name for the first credential of that type. */
const CREDENTIALS: Record<string, [type: string, name: string]> = {
	airtable: ['airtableTokenApi', 'Airtable Personal Access Token account'],
	formTrigger: ['httpBasicAuth', 'Basic Auth account'],
	gmail: ['gmailOAuth2', 'Gmail account'],
	googleDrive: ['googleDriveOAuth2Api', 'Google Drive account'],
	googleSheets: ['googleSheetsOAuth2Api', 'Google Sheets account'],
	hubspot: ['hubspotAppToken', 'HubSpot account'],
	linkedIn: ['linkedInOAuth2Api', 'LinkedIn account'],
	linkPlatform: ['linkPlatformApi', 'Link Platform account'],
	lmChatOpenAi: ['openAiApi', 'OpenAI account'],
	mailchimp: ['mailchimpApi', 'Mailchimp account'],
	mcpTrigger: ['httpBearerAuth', 'Bearer Auth account'],
	slack: ['slackApi', 'Slack account'],
	slackHitlTool: ['slackApi', 'Slack account'],
	telegram: ['telegramApi', 'Telegram account'],
	wooCommerce: ['wooCommerceApi', 'WooCommerce account'],
	wooCommerceTrigger: ['wooCommerceApi', 'WooCommerce account'],
};
const OURS = 'n8n-nodes-linkplatform.';

/** True if the node belongs to this package. */
export function isOurs({ type }: INode) {
	return type.startsWith(OURS);
}

/** Returns the types, with versions, of nodes that neither n8n nor this package has. */
export function unknownTypes(engine: Engine, nodes: INode[]) {
	const ours = Object.keys(engine.nodePackage.nodes).map(
		(type) => [OURS + type, engine.nodeTypes.latestVersion(OURS + type)] as const,
	);
	const known = new Map([...builtIn, ...ours, [`${OURS}linkPlatformTool`, 1]]);
	return nodes
		.filter(({ type, typeVersion }) => known.get(type) !== typeVersion)
		.map(({ type, typeVersion }) => `${type} ${typeVersion}`);
}

/**
 * Returns the placeholder credential of a node in an example, which is the same in all nodes that need it. When the
 * workflow is pasted, n8n drops the ID and sets the user's own credential in all these nodes: at once, or as soon as
 * the user chooses it in one node. With an ID of null, n8n would refuse to run even nodes with sample data.
 */
export function getPlaceholder({
	type,
	parameters: { authentication, genericAuthType, nodeCredentialType },
}: INode): Pick<INode, 'credentials'> & { authentication?: string } {
	if (genericAuthType === 'httpHeaderAuth') {
		const httpHeaderAuth = { id: 'choose-yours', name: 'Header Auth account' };
		return { authentication: 'genericCredentialType', credentials: { httpHeaderAuth } };
	}
	const name = type.slice(type.lastIndexOf('.') + 1);
	// A form without authentication is open to anybody, so its node needs no credential.
	if (name === 'formTrigger' && authentication === undefined) return {};
	const borrowed = Object.values(CREDENTIALS).find(([one]) => one === nodeCredentialType);
	const known = borrowed ?? CREDENTIALS[name.startsWith('linkPlatform') ? 'linkPlatform' : name];
	return {
		authentication: borrowed ? 'predefinedCredentialType' : AUTHENTICATION[name],
		credentials: known && { [known[0]]: { id: 'choose-yours', name: known[1] } },
	};
}

/** Expects n8n to store the parameters of our nodes unchanged: each is known and visible, and none is missing. */
export function expectKept(engine: Engine, nodes: INode[]) {
	for (const node of nodes.filter(isOurs)) {
		// n8n itself creates the tool variant of a node, so look up the original node.
		const { description } = engine.nodeTypes.getByNameAndVersion(
			node.type.replace(/Tool$/, ''),
			node.typeVersion,
		);
		// n8n adds these two fields to every tool, so our descriptions don't contain them.
		const { toolDescription, descriptionType, ...parameters } = node.parameters;
		const { properties } = description;
		expect([
			node.name,
			NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description),
		]).toMatchObject([node.name, parameters]);
		const issues = NodeHelpers.getNodeParametersIssues(properties, node, description);
		// Only the user can choose a record, so an empty resource locator is allowed.
		const missing = Object.keys(issues?.parameters ?? {}).filter((field) => {
			const value = node.parameters[field];
			return !(typeof value === 'object' && value !== null && '__rl' in value);
		});
		expect([node.name, missing]).toEqual([node.name, []]);
	}
}

/** Returns names that several nodes have, and connections from or to missing nodes. */
export function danglingConnections({
	nodes,
	connections,
}: Pick<WorkflowJson, 'nodes' | 'connections'>) {
	const present = nodes.map(({ name }) => name);
	const linked = Object.values(connections).flatMap((byType) =>
		Object.values(byType).flatMap((outputs) =>
			outputs.flatMap((output) => (output ?? []).map(({ node }) => node)),
		),
	);
	const twice = present.filter((name, at) => present.indexOf(name) !== at);
	const strange = [...Object.keys(connections), ...linked].filter(
		(name) => !present.includes(name),
	);
	return [...twice, ...strange];
}

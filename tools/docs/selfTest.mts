/**
 * Generates `examples/self-test.json`: a workflow that runs every operation of the action nodes once, on records that
 * it creates and deletes itself, and reports which operations passed and which failed. It is generated because a chain
 * of so many nodes is tedious to edit by hand.
 */
import type { Operation } from '../../nodes/LinkPlatform/runner/operation.ts';
import { getResources } from '../built.mts';
import { join } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { WorkflowJson } from '../../packages/n8n-harness/index.mts';
import { getItemsByOperation } from './runSelfTest.mts';
import { onStage } from './stage.mts';

export const SELF_TEST_FILE = join('examples', 'self-test.json');
const COLUMN = 200;
const ROW = 340;

interface Step {
	/** The operation that the step runs, as `resource/operation`. */
	runs: string;
	/** The name of the node. Default: the names of the resource and the operation. */
	name?: string;
	/** Parameters in addition to those from `getUsual`. */
	parameters?: INodeParameters;
	/**
	 * True if the workflow must continue when the operation returns no items. After list operations, it always
	 * continues.
	 */
	mayBeEmpty?: boolean;
	/** True if the node runs for each input item, not only for the first one. */
	forEach?: boolean;
	isDisabled?: boolean;
}

interface Section {
	note: string;
	steps: Array<string | Step>;
	/** True if all steps of the section are disabled until the user enables them. */
	isOnRequest?: boolean;
}

/** Returns an expression for a name, alias or slug that only this run uses. */
const own = (what: string) => `=self-test-{{ $execution.id }}-${what}`;

/** Returns an expression for a field of a record that an earlier node created or read. */
const from = (node: string, field = 'id') => `={{ $('${node}').first().json.${field} }}`;

/** Returns the value of a field that selects a record. The record's ID comes from an earlier node. */
const record = (node: string, field?: string) => byId(from(node, field));
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const step = (runs: string, parameters: INodeParameters, more: Partial<Step> = {}): Step => ({
	...more,
	runs,
	parameters,
});

/** The earlier step that creates the record, for each field that selects a record. */
const MAKERS: Record<string, string> = {
	linkId: 'Link: Create',
	qrCodeId: 'QR Code: Create',
	bioPageId: 'Bio Page: Create',
	campaignId: 'Campaign: Create',
	legacyCampaignId: 'Campaign (Legacy): Create',
	channelId: 'Channel: Create',
	pixelId: 'Pixel: Create',
	domainId: 'Domain: Create',
	legacyDomainId: 'Domain (Legacy): Create',
	webhookId: 'Webhook: Create',
};

const link = { linkId: record('Link: Create for Legacy') };
const target = { url: 'https://example.com/self-test' };
/** A webhook for an event that doesn't occur during the run, so nothing is delivered to the example URL. */
const webhook = {
	url: '=https://example.com/self-test-{{ $execution.id }}/webhook',
	events: ['verification.approved'],
};

const sections: Section[] = [
	{
		note: '### Account\nOnly read. *Check Setup* comes first: what it finds is part of the report.',
		steps: [
			step('account/checkSetup', {}, { mayBeEmpty: true }),
			'account/get',
			'account/getUsage',
			step('account/checkQuota', { quota: 'urls', needed: 3 }),
			'apiKey/getAll',
			'domain/getAll',
		],
	},
	{
		note: '### Links\nTwo links are made here.',
		steps: [
			step('link/create', { ...target, additionalFields: { alias: own('link') } }),
			step('link/createOnce', {
				...target,
				idempotencyKey: own('once'),
				additionalFields: { slug: own('once') },
			}),
			step('link/upsert', {
				alias: own('link'),
				url: 'https://example.com/self-test/upsert',
				additionalFields: {},
			}),
			step('link/update', { updateFields: { url: 'https://example.com/self-test/update' } }),
			'link/get',
		],
	},
	{
		note: '### Analytics\nOf the new link, so most of these lists are still empty.',
		steps: [
			step('analytics/getLinkSummary', { filters: {} }),
			step('analytics/getLinkClicks', { granularity: 'day', filters: {} }),
			'analytics/getLinkCountries',
			'analytics/getLinkReferrers',
			'analytics/getLinkBrowsers',
			'analytics/getLinkPlatforms',
			'analytics/getLinkVariants',
			step(
				'analytics/getReport',
				{ reportOn: 'links', period: 'last7Days', limit: 5, filters: {} },
				{ mayBeEmpty: true },
			),
			step('analytics/getLinkActivity', { dropIpAddresses: true }),
		],
	},
	{
		note: '### Bulk\nEach of two links becomes a QR code, with one request. Then the links of this run are deleted.',
		steps: [
			step('link/getAll', { limit: 2 }, { mayBeEmpty: true }),
			step(
				'qrCode/createMany',
				{
					name: own('bulk-{{ $itemIndex }}'),
					...target,
					downloadImage: false,
					includeInputFields: false,
				},
				{ forEach: true },
			),
			step(
				'qrCode/delete',
				{ qrCodeId: byId('={{ $json.id }}') },
				{ name: 'QR Code: Delete Each', forEach: true },
			),
			'link/delete',
			step('link/delete', { linkId: record('Link: Create Once') }, { name: 'Link: Delete Second' }),
		],
	},
	{
		note: '### QR codes\n*Create Artistic* may use AI credits of your plan. *File: Upload* is disabled: files can only be deleted on the website of your Link Platform.',
		steps: [
			step('qrCode/create', {
				name: own('qr'),
				...target,
				downloadImage: false,
				additionalFields: { errorCorrection: 'H' },
			}),
			step('qrCode/update', { updateFields: { foreground: '#1A2B3C' } }),
			'qrCode/get',
			step('qrCode/getAll', { filters: { search: own('qr') } }),
			step('qrCode/createArtistic', { style: 'watercolor', prompt: 'A harbor at dawn' }),
			step('qrCode/download', { format: 'png', imageSize: 300 }),
			step(
				'file/upload',
				{
					inputDataFieldName: 'data',
					fileName: own('file.png'),
					additionalFields: { name: own('file'), maxDownloads: 1 },
				},
				{ isDisabled: true },
			),
			'qrCode/delete',
		],
	},
	{
		note: '### Bio pages, their blocks and subscribers\n*Generate* may use AI credits of your plan.',
		steps: [
			step('bioPage/create', {
				name: own('page'),
				slug: own('page'),
				additionalFields: { bio: 'Made by the self-test' },
			}),
			step('bioPage/update', {
				updateFields: { bio: 'Changed by the self-test', seoTitle: 'Self-test' },
			}),
			step('bioPage/getBlockTypes', {}, { mayBeEmpty: true }),
			step('bioBlock/create', {
				type: 'link',
				contentMode: 'json',
				content: '{"title": "Self-test", "url": "https://example.com/self-test"}',
				additionalFields: {},
			}),
			step(
				'bioBlock/create',
				{
					type: 'link',
					contentMode: 'fields',
					blockFields: {
						mappingMode: 'defineBelow',
						value: { title: 'Second', url: 'https://example.com/self-test/second' },
						matchingColumns: [],
						schema: [],
					},
					additionalFields: { position: 0 },
				},
				{ name: 'Bio Block: Create Second' },
			),
			step('bioBlock/reorder', {
				order:
					"={{ [$('Bio Block: Create').first().json.key, $('Bio Block: Create Second').first().json.key] }}",
			}),
			step('bioBlock/update', {
				blockKey: record('Bio Block: Create', 'key'),
				contentMode: 'json',
				content: '{"title": "Self-test, changed", "url": "https://example.com/self-test"}',
			}),
			step('bioBlock/delete', { blockKey: record('Bio Block: Create', 'key') }),
			step('bioPage/setDomain', { domain: own('page.example.com') }),
			'bioPage/verifyDomain',
			step('bioPage/generate', {
				prompt: 'A page for a bakery in Lyon with opening hours and a link to the shop',
			}),
			'bioPage/get',
			step('bioPage/getPublic', { slug: own('page') }),
			'bioPage/getAll',
			step('bioPage/duplicate', { name: own('copy'), slug: own('copy') }),
			'subscriber/getAll',
			'subscriber/export',
			'bioPage/delete',
			step(
				'bioPage/delete',
				{ bioPageId: record('Bio Page: Duplicate') },
				{ name: 'Bio Page: Delete Copy' },
			),
		],
	},
	{
		note: '### Campaigns',
		steps: [
			step('campaign/create', { name: own('campaign'), additionalFields: {} }),
			step('campaign/update', { updateFields: { description: 'Made by the self-test' } }),
			'campaign/get',
			'campaign/getAll',
			step('analytics/getCampaignSummary', { filters: {} }),
			'campaign/delete',
		],
	},
	{
		note: '### Webhooks\nFor an example address and an event that does not happen meanwhile, so nothing is delivered.',
		steps: [
			'webhook/getEventTypes',
			step('webhook/create', { ...webhook, additionalFields: {} }),
			'webhook/getAll',
			'webhook/delete',
		],
	},
	{
		note: '### Legacy API: lists\nFrom here on the legacy API is used. If your Link Platform has none, delete the connection that leads here.',
		steps: [
			'legacyAccount/get',
			'legacyDomain/getAll',
			'ctaOverlay/getAll',
			'splashPage/getAll',
			step('file/getAll', { filters: {} }),
		],
	},
	{
		note: '### Legacy API: campaigns and channels\nThe link that is put into them is made and deleted here.',
		steps: [
			step(
				'link/create',
				{ ...target, additionalFields: { alias: own('v3') } },
				{ name: 'Link: Create for Legacy' },
			),
			step('legacyCampaign/create', {
				additionalFields: { name: own('v3-campaign'), public: false },
			}),
			step('legacyCampaign/update', {
				name: own('v3-campaign'),
				updateFields: { slug: own('v3-campaign') },
			}),
			step('legacyCampaign/assignLink', link),
			'legacyCampaign/getAll',
			'legacyCampaign/delete',
			step('channel/create', { name: own('channel'), additionalFields: { color: '#4F46E5' } }),
			step('channel/update', { updateFields: { description: 'Made by the self-test' } }),
			step('channel/assignItem', { itemType: 'links', itemId: link.linkId }),
			'channel/getItems',
			'channel/getAll',
			'channel/delete',
			step('link/delete', link, { name: 'Link: Delete for Legacy' }),
		],
	},
	{
		note: '### Legacy API: pixels',
		steps: [
			step('pixel/create', { type: 'gtmpixel', name: own('pixel'), tag: 'GTM-SELFTEST' }),
			step('pixel/update', { tag: 'GTM-SELFTEST2', updateFields: {} }),
			'pixel/getAll',
			'pixel/delete',
		],
	},
];

/** Parameters for a wait of two minutes, the shortest possible one. */
const briefly = { timeoutAmount: 2, timeoutUnit: 'minutes' };

/** Operations that a run must not perform unless the user asks for them. */
const onRequest: Section = {
	isOnRequest: true,
	note: [
		'### Disabled: run these only if you mean to',
		'Enable a node, and the next run includes it.',
		'- *Domain* and *Domain (Legacy)*: enter a domain of yours in the create node. It counts against the quota of your plan until it is deleted; for the legacy one it must already point to Link Platform.',
		'- *API Key: Create*: the new key shows in the output and stays in the execution; it can only be deleted on the website of your Link Platform.',
		'- *Account: Update* and *Account (Legacy): Update* send the present name and email address again.',
		'- *Account: Change Password*: enter the present password in both fields, and it stays the same.',
		'- *Webhook: Send Test Event*: enter the URL of a published trigger.',
		'- The last three pause the run until you visit the link, scan the QR code or make the event happen, or for two minutes. Enter records of yours.',
	].join('\n'),
	steps: [
		step('domain/create', { domain: own('domain.example.com') }),
		'domain/get',
		'domain/delete',
		step('legacyDomain/create', {
			domain: '=https://self-test-{{ $execution.id }}-v3.example.com',
			additionalFields: {},
		}),
		step('legacyDomain/update', { updateFields: { redirectRoot: 'https://example.com' } }),
		'legacyDomain/delete',
		step('apiKey/create', { name: own('key'), additionalFields: { scopes: ['account:read'] } }),
		step('account/update', { updateFields: { name: from('Account: Get', 'name') } }),
		step('legacyAccount/update', {
			updateFields: { email: from('Account (Legacy): Get', 'email') },
		}),
		step('account/changePassword', { currentPassword: '', newPassword: '' }),
		step('webhook/sendTestEvent', { webhookUrl: '', event: 'link.clicked', data: '{}' }),
		step('link/waitForClick', { linkId: byId('1'), ...briefly }),
		step('qrCode/waitForScan', { qrCodeId: byId('1'), ...briefly }),
		step('webhook/waitForEvent', { events: ['link.clicked'], filters: {}, ...briefly }),
	],
};

const aboutAll = (requests: number) =>
	[
		'## Self-test of the Link Platform nodes',
		'Runs every operation once, on records that it makes and deletes itself. Each of them is called `self-test-` and the ID of the execution, so two runs never meet.',
		'',
		'**Set up:** choose your Link Platform credential. If you have several, n8n puts the newest into all nodes, which create and delete: to test another account, use an n8n that has only its credential. The key needs full access, and the plan room for three links, three QR codes and two bio pages. Then execute the workflow.',
		'',
		`**Requests:** ${requests}, and one more for every 100 links that you have. The nodes wait for the rate limit by themselves, so a run may take some minutes.`,
		'',
		"***Report* says how many operations passed and failed, and why.** A failed one doesn't stop the others, though those that need its record fail too. If any failed, the execution ends red with the list. Each group deletes what it made; should something be left, look in your account for `self-test-` and the ID of the execution.",
		'',
		'**Not done unless you enable it:** what cannot be undone or leaves something behind: the nodes of the last group, and *File: Upload*. To skip an operation that your plan lacks, deactivate its node.',
	].join('\n');

function note(content: string, position: [number, number], size: [number, number], color?: number) {
	const [width, height] = size;
	const parameters = { content, height, width, ...(color === undefined ? {} : { color }) };
	return { parameters, type: 'n8n-nodes-base.stickyNote', position };
}

/**
 * Returns the parameters that an operation usually needs. Depending on its fields, they select the record that this
 * run created, limit the list to a few items, or output a file in `data`.
 */
function getUsual({ fields }: Operation): [first: INodeParameters, last: INodeParameters] {
	const has = (wanted: string) => fields.some(({ name }) => name === wanted);
	const shown = fields.filter(({ name, displayOptions }) => name in MAKERS && !displayOptions);
	return [
		{
			...Object.fromEntries(shown.map(({ name }) => [name, record(MAKERS[name])])),
			...(has('returnAll') ? { returnAll: false, limit: 5 } : {}),
		},
		has('binaryPropertyName') ? { outputAs: 'binary', binaryPropertyName: 'data' } : {},
	];
}

function toNode(given: string | Step, position: [number, number], isOnRequest = false) {
	const one = typeof given === 'string' ? { runs: given } : given;
	const [resource, name] = one.runs.split('/');
	const offered = getResources().find(({ value }) => value === resource)!;
	const operation = offered.operations[name];
	const [first, last] = getUsual(operation);
	const isList = 'list' in operation;
	return {
		parameters: { resource, operation: name, ...first, ...one.parameters, ...last },
		name: one.name ?? `${offered.name}: ${operation.name}`,
		type: `n8n-nodes-linkplatform.${offered.node}`,
		position,
		// A placeholder credential that no user has. All nodes share it, so when a user chooses a credential in one
		// node, n8n applies it to all nodes.
		credentials: { linkPlatformApi: { id: 'choose-yours', name: 'Link Platform account' } },
		...(one.forEach ? {} : { executeOnce: true }),
		...(isList || one.mayBeEmpty ? { alwaysOutputData: true } : {}),
		...(isOnRequest || one.isDisabled
			? { disabled: true }
			: { onError: 'continueRegularOutput' as const }),
	};
}

const aboutReport =
	'### Report\nHow many operations passed and failed, the reason of each that failed, and what *Check Setup* found.';

/** The options that n8n saves with a condition. */
const STRICT = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 };

/** Returns the nodes after the operations: a report, and an error that ends the run if an operation has failed. */
function reportNodes(names: string[], y: number) {
	const all = JSON.stringify(names).replaceAll("'", "\\'");
	const failed = `${all}.filter((name) => $(name).first().json.error !== undefined)`;
	const field = (name: string, value: string, type: string) => ({
		id: `5b0d7f0e-0005-4c55-9d6a-r-${name}`,
		name,
		value: `={{ ${value} }}`,
		type,
	});
	const assignments = [
		field('passed', `${names.length} - ${failed}.length`, 'number'),
		field('failed', `${failed}.length`, 'number'),
		field(
			'failures',
			`${failed}.map((name) => ({ operation: name, reason: $(name).first().json.error }))`,
			'array',
		),
		field(
			'setup',
			"$('Account: Check Setup').all().filter((one) => one.json.ok === false).map((one) => one.json)",
			'array',
		),
	];
	const condition = {
		id: '5b0d7f0e-0005-4c55-9d6a-r-condition',
		leftValue: '={{ $json.failed > 0 }}',
		rightValue: '',
		operator: { type: 'boolean', operation: 'true', singleValue: true },
	};
	return [
		{
			parameters: { assignments: { assignments }, options: {} },
			name: 'Report',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.5,
			position: [COLUMN, y],
			executeOnce: true,
		},
		{
			parameters: {
				conditions: { options: STRICT, conditions: [condition], combinator: 'and' },
				options: {},
			},
			name: 'Any Failed?',
			type: 'n8n-nodes-base.if',
			typeVersion: 2.3,
			position: [2 * COLUMN, y],
		},
		{
			parameters: {
				errorMessage:
					"={{ $json.failed }} of {{ $json.passed + $json.failed }} operations failed: {{ $json.failures.map(({ operation, reason }) => `${operation} (${reason})`).join(', ') }}",
			},
			name: 'Stop: Operations Failed',
			type: 'n8n-nodes-base.stopAndError',
			typeVersion: 1,
			position: [3 * COLUMN, y],
		},
	] as unknown as Array<Partial<INode>>;
}

/** Returns the workflow in n8n's export format. Its note says how many requests a run sends. */
export function createSelfTest(requests = 0): WorkflowJson {
	const start = {
		parameters: {},
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		position: [0, 0] as [number, number],
	};
	const nodes: Array<Partial<INode>> = [start, note(aboutAll(requests), [-60, -560], [1100, 440])];
	const place = (
		{ note: text, steps, isOnRequest }: Section,
		y: number,
		above: number,
		color: number,
	) => {
		const width = Math.max(steps.length, 3) * COLUMN + 60;
		nodes.push(note(text, [COLUMN - 60, y - above], [width, above + 160], color));
		steps.forEach((one, at) => nodes.push(toNode(one, [(at + 1) * COLUMN, y], isOnRequest)));
	};
	for (const [row, section] of sections.entries()) place(section, row * ROW, 120, 7);
	const end = sections.length * ROW;
	const enabled = nodes.filter(({ onError }) => onError).map(({ name }) => name!);
	nodes.push(note(aboutReport, [COLUMN - 60, end - 120], [3 * COLUMN + 60, 280], 7));
	nodes.push(...reportNodes(enabled, end));
	place(onRequest, end + 1.5 * ROW, 240, 3);
	const numbered = nodes.map((node, index) => ({
		...node,
		id: `5b0d7f0e-0005-4c55-9d6a-${String(index + 1).padStart(12, '0')}`,
		name: node.name ?? `Note ${index}`,
		typeVersion: node.typeVersion ?? 1,
	})) as INode[];
	const chain = numbered.filter(({ type }) => !/(stickyNote|stopAndError)$/.test(type));
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	const connections: WorkflowJson['connections'] = Object.fromEntries(
		chain.slice(0, -1).map(({ name, type }, index) => {
			const next = to(chain[index + 1].name);
			const stop = numbered.find((node) => node.type.endsWith('stopAndError'))!;
			return [name, { main: type.endsWith('.if') ? [to(stop.name), next] : [next] }];
		}),
	);
	return {
		name: 'Self-test: run every operation once',
		nodes: numbered,
		connections,
		settings: { executionOrder: 'v1' },
		pinData: {},
	};
}

/** Returns the content of the workflow's file. */
export function toSelfTestFile(requests: number) {
	return `${JSON.stringify(createSelfTest(requests), null, 2)}\n`;
}

/** Runs the workflow to count its requests, and returns the content of its file. Throws if a step fails. */
export async function countedSelfTestFile() {
	const requests = await onStage(async ({ engine, sandbox }) => {
		const workflow = createSelfTest();
		getItemsByOperation(await engine.runWorkflow(workflow), workflow);
		return (await sandbox.requests()).length;
	});
	return toSelfTestFile(requests);
}

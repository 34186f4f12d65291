/**
 * `examples/self-test.json`: a workflow that runs every operation of the action nodes once, on records that
 * it makes and deletes itself, and reports which passed and which failed. Made here because a chain of so
 * many nodes is no fun to edit by hand.
 */
import { getNodeOf } from '../built.mts';
import { join } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { WorkflowJson } from '../n8n-engine/index.mts';
import { createClient } from '../sandbox/client.mts';
import { getItemsByOperation } from './runSelfTest.mts';
import { onStage } from './stage.mts';

export const SELF_TEST_FILE = join('examples', 'self-test.json');
const COLUMN = 200;
const ROW = 340;

interface Step {
	name: string;
	/** `resource/operation` */
	runs: string;
	parameters: INodeParameters;
	/** It may put out nothing, which must not end the chain. */
	isList?: boolean;
	/** It runs for each input item, not only for the first. */
	forEach?: boolean;
	isDisabled?: boolean;
}

interface Section {
	note: string;
	steps: Step[];
}

/** A name, alias or slug of this run alone. */
const own = (what: string) => `=self-test-{{ $execution.id }}-${what}`;

/** A value of a record that an earlier node made or read. */
const from = (node: string, field = 'id') => `={{ $('${node}').first().json.${field} }}`;

/** The same as the choice of a record. */
const record = (node: string, field?: string) => byId(from(node, field));
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const step = (name: string, runs: string, parameters: INodeParameters = {}): Step => ({
	name,
	runs,
	parameters,
});

const list = (name: string, runs: string, parameters: INodeParameters = {}): Step => ({
	...step(name, runs, parameters),
	isList: true,
});

const few = { returnAll: false, limit: 5 };

const link = { linkId: record('Link: Create') };
const qrCode = { qrCodeId: record('QR Code: Create') };
const bioPage = { bioPageId: record('Bio Page: Create') };
const campaign = { campaignId: record('Campaign: Create') };
const legacyCampaign = { legacyCampaignId: record('Campaign (Legacy): Create') };
const legacyLink = { linkId: record('Link: Create for Legacy') };
const channel = { channelId: record('Channel: Create') };
const pixel = { pixelId: record('Pixel: Create') };
/** An event that does not happen during the run, so nothing is delivered to the example address. */
const webhook = {
	url: '=https://example.com/self-test-{{ $execution.id }}/webhook',
	events: ['verification.approved'],
};

const sections: Section[] = [
	{
		note: '### Account\nOnly read. *Check Setup* comes first: what it finds is part of the report.',
		steps: [
			list('Account: Check Setup', 'account/checkSetup'),
			step('Account: Get', 'account/get'),
			step('Account: Get Usage', 'account/getUsage'),
			step('Account: Check Quota', 'account/checkQuota', { quota: 'urls', needed: 3 }),
			list('API Key: Get Many', 'apiKey/getAll', few),
			list('Domain: Get Many', 'domain/getAll', few),
		],
	},
	{
		note: '### Links\nTwo links are made here.',
		steps: [
			step('Link: Create', 'link/create', {
				url: 'https://example.com/self-test',
				additionalFields: { alias: own('link') },
			}),
			step('Link: Create Once', 'link/createOnce', {
				url: 'https://example.com/self-test',
				idempotencyKey: own('once'),
				additionalFields: { slug: own('once') },
			}),
			step('Link: Create or Update', 'link/upsert', {
				alias: own('link'),
				url: 'https://example.com/self-test/upsert',
				additionalFields: {},
			}),
			step('Link: Update', 'link/update', {
				...link,
				updateFields: { url: 'https://example.com/self-test/update' },
			}),
			step('Link: Get', 'link/get', link),
		],
	},
	{
		note: '### Analytics\nOf the new link, so most of these lists are still empty.',
		steps: [
			step('Analytics: Get Link Summary', 'analytics/getLinkSummary', { ...link, filters: {} }),
			list('Analytics: Get Clicks Over Time', 'analytics/getLinkClicks', {
				...link,
				granularity: 'day',
				filters: {},
			}),
			list('Analytics: Get Clicks by Country', 'analytics/getLinkCountries', link),
			list('Analytics: Get Clicks by Referring Website', 'analytics/getLinkReferrers', link),
			list('Analytics: Get Clicks by Browser', 'analytics/getLinkBrowsers', link),
			list('Analytics: Get Clicks by Operating System', 'analytics/getLinkPlatforms', link),
			list('Analytics: Get Clicks by Variant', 'analytics/getLinkVariants', link),
			list('Analytics: Get Report', 'analytics/getReport', {
				reportOn: 'links',
				period: 'last7Days',
				limit: 5,
				filters: {},
			}),
			list('Analytics: Get Each Click', 'analytics/getLinkActivity', {
				...link,
				...few,
				dropIpAddresses: true,
			}),
		],
	},
	{
		note: '### Bulk\nEach of two links becomes a QR code, with one request. Then the links of this run are deleted.',
		steps: [
			list('Link: Get Many', 'link/getAll', { returnAll: false, limit: 2 }),
			{
				...step('QR Code: Create Many', 'qrCode/createMany', {
					name: own('bulk-{{ $itemIndex }}'),
					url: 'https://example.com/self-test',
					downloadImage: false,
					includeInputFields: false,
				}),
				forEach: true,
			},
			{
				...step('QR Code: Delete Each', 'qrCode/delete', { qrCodeId: byId('={{ $json.id }}') }),
				forEach: true,
			},
			step('Link: Delete', 'link/delete', link),
			step('Link: Delete Second', 'link/delete', { linkId: record('Link: Create Once') }),
		],
	},
	{
		note: '### QR codes\n*Create Artistic* may use AI credits of your plan. *File: Upload* is disabled: files can only be deleted on the website of your Link Platform.',
		steps: [
			step('QR Code: Create', 'qrCode/create', {
				name: own('qr'),
				url: 'https://example.com/self-test',
				downloadImage: false,
				additionalFields: { errorCorrection: 'H' },
			}),
			step('QR Code: Update', 'qrCode/update', {
				...qrCode,
				updateFields: { foreground: '#1A2B3C' },
			}),
			step('QR Code: Get', 'qrCode/get', qrCode),
			list('QR Code: Get Many', 'qrCode/getAll', { ...few, filters: { search: own('qr') } }),
			step('QR Code: Create Artistic', 'qrCode/createArtistic', {
				...qrCode,
				style: 'watercolor',
				prompt: 'A harbor at dawn',
				outputAs: 'binary',
				binaryPropertyName: 'data',
			}),
			step('QR Code: Download', 'qrCode/download', {
				...qrCode,
				format: 'png',
				imageSize: 300,
				outputAs: 'binary',
				binaryPropertyName: 'data',
			}),
			{
				...step('File: Upload', 'file/upload', {
					inputDataFieldName: 'data',
					fileName: own('file.png'),
					additionalFields: { name: own('file'), maxDownloads: 1 },
				}),
				isDisabled: true,
			},
			step('QR Code: Delete', 'qrCode/delete', qrCode),
		],
	},
	{
		note: '### Bio pages, their blocks and subscribers\n*Generate* may use AI credits of your plan.',
		steps: [
			step('Bio Page: Create', 'bioPage/create', {
				name: own('page'),
				slug: own('page'),
				additionalFields: { bio: 'Made by the self-test' },
			}),
			step('Bio Page: Update', 'bioPage/update', {
				...bioPage,
				updateFields: { bio: 'Changed by the self-test', seoTitle: 'Self-test' },
			}),
			list('Bio Page: Get Block Types', 'bioPage/getBlockTypes'),
			step('Bio Block: Create', 'bioBlock/create', {
				...bioPage,
				type: 'link',
				contentMode: 'json',
				content: '{"title": "Self-test", "url": "https://example.com/self-test"}',
				additionalFields: {},
			}),
			step('Bio Block: Create Second', 'bioBlock/create', {
				...bioPage,
				type: 'link',
				contentMode: 'fields',
				blockFields: {
					mappingMode: 'defineBelow',
					value: { title: 'Second', url: 'https://example.com/self-test/second' },
					matchingColumns: [],
					schema: [],
				},
				additionalFields: { position: 0 },
			}),
			step('Bio Block: Reorder', 'bioBlock/reorder', {
				...bioPage,
				order:
					"={{ [$('Bio Block: Create').first().json.key, $('Bio Block: Create Second').first().json.key] }}",
			}),
			step('Bio Block: Update', 'bioBlock/update', {
				...bioPage,
				blockKey: record('Bio Block: Create', 'key'),
				contentMode: 'json',
				content: '{"title": "Self-test, changed", "url": "https://example.com/self-test"}',
			}),
			step('Bio Block: Delete', 'bioBlock/delete', {
				...bioPage,
				blockKey: record('Bio Block: Create', 'key'),
			}),
			step('Bio Page: Set Domain', 'bioPage/setDomain', {
				...bioPage,
				domain: '=self-test-{{ $execution.id }}-page.example.com',
			}),
			step('Bio Page: Verify Domain', 'bioPage/verifyDomain', bioPage),
			step('Bio Page: Generate', 'bioPage/generate', {
				...bioPage,
				prompt: 'A page for a bakery in Lyon with opening hours and a link to the shop',
			}),
			step('Bio Page: Get', 'bioPage/get', bioPage),
			step('Bio Page: Get Public', 'bioPage/getPublic', { slug: own('page') }),
			list('Bio Page: Get Many', 'bioPage/getAll', few),
			step('Bio Page: Duplicate', 'bioPage/duplicate', {
				...bioPage,
				name: own('copy'),
				slug: own('copy'),
			}),
			list('Subscriber: Get Many', 'subscriber/getAll', { ...bioPage, ...few }),
			step('Subscriber: Export', 'subscriber/export', {
				...bioPage,
				outputAs: 'binary',
				binaryPropertyName: 'data',
			}),
			step('Bio Page: Delete', 'bioPage/delete', bioPage),
			step('Bio Page: Delete Copy', 'bioPage/delete', { bioPageId: record('Bio Page: Duplicate') }),
		],
	},
	{
		note: '### Campaigns',
		steps: [
			step('Campaign: Create', 'campaign/create', { name: own('campaign'), additionalFields: {} }),
			step('Campaign: Update', 'campaign/update', {
				...campaign,
				updateFields: { description: 'Made by the self-test' },
			}),
			step('Campaign: Get', 'campaign/get', campaign),
			list('Campaign: Get Many', 'campaign/getAll', few),
			step('Analytics: Get Campaign Summary', 'analytics/getCampaignSummary', {
				...campaign,
				filters: {},
			}),
			step('Campaign: Delete', 'campaign/delete', campaign),
		],
	},
	{
		note: '### Webhooks\nFor an example address and an event that does not happen meanwhile, so nothing is delivered.',
		steps: [
			list('Webhook: Get Event Types', 'webhook/getEventTypes'),
			step('Webhook: Create', 'webhook/create', { ...webhook, additionalFields: {} }),
			list('Webhook: Get Many', 'webhook/getAll', few),
			step('Webhook: Delete', 'webhook/delete', { webhookId: record('Webhook: Create') }),
			step('Webhook: Ensure Active', 'webhook/ensureActive', { ...webhook, alwaysRenew: false }),
			list('Webhook: Clean Up', 'webhook/cleanUp', {
				urlPrefix: '=https://example.com/self-test-{{ $execution.id }}/',
				dryRun: false,
			}),
		],
	},
	{
		note: '### Legacy API: lists\nFrom here on the legacy API is used. If your Link Platform has none, delete the connection that leads here.',
		steps: [
			step('Account (Legacy): Get', 'legacyAccount/get'),
			list('Domain (Legacy): Get Many', 'legacyDomain/getAll', few),
			list('CTA Overlay: Get Many', 'ctaOverlay/getAll', few),
			list('Splash Page: Get Many', 'splashPage/getAll', few),
			list('File: Get Many', 'file/getAll', { ...few, filters: {} }),
		],
	},
	{
		note: '### Legacy API: campaigns and channels\nThe link that is put into them is made and deleted here.',
		steps: [
			step('Link: Create for Legacy', 'link/create', {
				url: 'https://example.com/self-test',
				additionalFields: { alias: own('v3') },
			}),
			step('Campaign (Legacy): Create', 'legacyCampaign/create', {
				additionalFields: { name: own('v3-campaign'), public: false },
			}),
			step('Campaign (Legacy): Update', 'legacyCampaign/update', {
				...legacyCampaign,
				name: own('v3-campaign'),
				updateFields: { slug: own('v3-campaign') },
			}),
			step('Campaign (Legacy): Assign Link', 'legacyCampaign/assignLink', {
				...legacyCampaign,
				...legacyLink,
			}),
			list('Campaign (Legacy): Get Many', 'legacyCampaign/getAll', few),
			step('Campaign (Legacy): Delete', 'legacyCampaign/delete', legacyCampaign),
			step('Channel: Create', 'channel/create', {
				name: own('channel'),
				additionalFields: { color: '#4F46E5' },
			}),
			step('Channel: Update', 'channel/update', {
				...channel,
				updateFields: { description: 'Made by the self-test' },
			}),
			step('Channel: Assign Item', 'channel/assignItem', {
				...channel,
				itemType: 'links',
				itemId: record('Link: Create for Legacy'),
			}),
			list('Channel: Get Items', 'channel/getItems', { ...channel, ...few }),
			list('Channel: Get Many', 'channel/getAll', few),
			step('Channel: Delete', 'channel/delete', channel),
			step('Link: Delete for Legacy', 'link/delete', legacyLink),
		],
	},
	{
		note: '### Legacy API: pixels',
		steps: [
			step('Pixel: Create', 'pixel/create', {
				type: 'gtmpixel',
				name: own('pixel'),
				tag: 'GTM-SELFTEST',
			}),
			step('Pixel: Update', 'pixel/update', {
				...pixel,
				tag: 'GTM-SELFTEST2',
				updateFields: {},
			}),
			list('Pixel: Get Many', 'pixel/getAll', few),
			step('Pixel: Delete', 'pixel/delete', pixel),
		],
	},
];

/** The shortest wait. */
const briefly = { timeoutAmount: 2, timeoutUnit: 'minutes' };

/** What a run must not do unasked. */
const onRequest: Section = {
	note: [
		'### Disabled: run these only if you mean to',
		'Enable a node, and the next run includes it.',
		'- *Domain* and *Domain (Legacy)*: enter a domain of yours in the create node. It counts against the quota of your plan until it is deleted; for the legacy one it must already point to Link Platform.',
		'- *API Key: Create*: the new key shows in the output and stays in the execution; it can only be deleted on the website of your Link Platform.',
		'- *Account: Update* and *Account (Legacy): Update* send the present name and email address again.',
		'- *Account: Change Password*: enter the present password in both fields, and it stays the same.',
		'- *Webhook: Send Test Event* and *Webhook: Verify Delivery*: enter the URL of a published trigger, and a delivery with its headers.',
		'- The last three pause the run until you visit the link, scan the QR code or make the event happen, or for two minutes. Enter records of yours.',
	].join('\n'),
	steps: [
		step('Domain: Create', 'domain/create', {
			domain: '=self-test-{{ $execution.id }}-domain.example.com',
		}),
		step('Domain: Get', 'domain/get', { domainId: record('Domain: Create') }),
		step('Domain: Delete', 'domain/delete', { domainId: record('Domain: Create') }),
		step('Domain (Legacy): Create', 'legacyDomain/create', {
			domain: '=https://self-test-{{ $execution.id }}-v3.example.com',
			additionalFields: {},
		}),
		step('Domain (Legacy): Update', 'legacyDomain/update', {
			legacyDomainId: record('Domain (Legacy): Create'),
			updateFields: { redirectRoot: 'https://example.com' },
		}),
		step('Domain (Legacy): Delete', 'legacyDomain/delete', {
			legacyDomainId: record('Domain (Legacy): Create'),
		}),
		step('API Key: Create', 'apiKey/create', {
			name: own('key'),
			additionalFields: { scopes: ['account:read'] },
		}),
		step('Account: Update', 'account/update', {
			updateFields: { name: from('Account: Get', 'name') },
		}),
		step('Account (Legacy): Update', 'legacyAccount/update', {
			updateFields: { email: from('Account (Legacy): Get', 'email') },
		}),
		step('Account: Change Password', 'account/changePassword', {
			currentPassword: '',
			newPassword: '',
		}),
		step('Webhook: Send Test Event', 'webhook/sendTestEvent', {
			...{ webhookUrl: '', event: 'link.clicked', data: '{}' },
		}),
		step('Webhook: Verify Delivery', 'webhook/verifyDelivery', {
			...{ body: '', inputDataFieldName: '', headers: '{}', webhookUrl: '' },
		}),
		step('Link: Wait for Click', 'link/waitForClick', { linkId: byId('1'), ...briefly }),
		step('QR Code: Wait for Scan', 'qrCode/waitForScan', { qrCodeId: byId('1'), ...briefly }),
		step('Webhook: Wait for Event', 'webhook/waitForEvent', {
			events: ['link.clicked'],
			filters: {},
			...briefly,
		}),
	].map((one) => ({ ...one, isDisabled: true })),
};

const aboutAll = (requests: number) =>
	[
		'## Self-test of the Link Platform nodes',
		'Runs every operation once, on records that it makes and deletes itself. Each of them is called `self-test-` and the ID of the execution, so two runs never meet.',
		'',
		'**Set up:** choose your Link Platform credential in *Account: Check Setup*; n8n then puts it into all the others. The key needs full access, and the plan room for three links, three QR codes and two bio pages. Then execute the workflow.',
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

function toNode({ name, runs, parameters, ...more }: Step, position: [number, number]) {
	const [resource, operation] = runs.split('/');
	return {
		parameters: { resource, operation, ...parameters },
		name,
		type: `n8n-nodes-linkplatform.${getNodeOf(resource)}`,
		position,
		// Nobody's credential, but the same name everywhere: choosing one in a node chooses it in all.
		credentials: { linkPlatformApi: { id: 'choose-yours', name: 'Link Platform account' } },
		...(more.forEach ? {} : { executeOnce: true }),
		...(more.isList ? { alwaysOutputData: true } : {}),
		...(more.isDisabled ? { disabled: true } : { onError: 'continueRegularOutput' as const }),
	};
}

const aboutReport =
	'### Report\nHow many operations passed and failed, the reason of each that failed, and what *Check Setup* found.';

/** What follows the operations: a report of them, and a red end if any has failed. */
function reportNodes(y: number) {
	const names = sections
		.flatMap(({ steps }) => steps)
		.filter((one) => !one.isDisabled)
		.map(({ name }) => name);
	const all = JSON.stringify(names).replaceAll("'", "\\'");
	const failed = `${all}.filter((name) => $(name).first().json.error !== undefined)`;
	const field = (name: string, value: string, type: string) => ({
		...{ id: `5b0d7f0e-0005-4c55-9d6a-r-${name}`, name, value: `={{ ${value} }}`, type },
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
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	return [
		{
			parameters: { assignments: { assignments }, options: {} },
			name: 'Report',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			position: [COLUMN, y],
			executeOnce: true,
		},
		{
			parameters: {
				conditions: { options, conditions: [condition], combinator: 'and' },
				options: {},
			},
			name: 'Any Failed?',
			type: 'n8n-nodes-base.if',
			typeVersion: 2.2,
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

/** The workflow as n8n exports it; its note says how many requests a run makes. */
export function createSelfTest(requests = 0): WorkflowJson {
	const start = {
		parameters: {},
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		position: [0, 0] as [number, number],
	};
	const nodes: Array<Partial<INode>> = [start, note(aboutAll(requests), [-60, -560], [1100, 440])];
	const place = ({ note: text, steps }: Section, y: number, above: number, color: number) => {
		const width = Math.max(steps.length, 3) * COLUMN + 60;
		nodes.push(note(text, [COLUMN - 60, y - above], [width, above + 160], color));
		steps.forEach((one, column) => nodes.push(toNode(one, [(column + 1) * COLUMN, y])));
	};
	for (const [row, section] of sections.entries()) place(section, row * ROW, 120, 7);
	const end = sections.length * ROW;
	nodes.push(note(aboutReport, [COLUMN - 60, end - 120], [3 * COLUMN + 60, 280], 7));
	nodes.push(...reportNodes(end));
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

/** The file's content. */
export function toSelfTestFile(requests: number): string {
	return `${JSON.stringify(createSelfTest(requests), null, 2)}\n`;
}

/** The file's content, with the requests of a run counted. Throws if a step of it fails. */
export async function countedSelfTestFile(): Promise<string> {
	const requests = await onStage(async ({ engine, sandbox }) => {
		const workflow = createSelfTest();
		getItemsByOperation(await engine.runWorkflow(workflow), workflow);
		return (await createClient(sandbox).requests()).length;
	});
	return toSelfTestFile(requests);
}

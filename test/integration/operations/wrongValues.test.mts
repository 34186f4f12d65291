/** Tests that each field refuses wrong values before a request is sent, and that the error names the field's label. */
import type { INodeProperties } from 'n8n-workflow';
import { getResources } from '../../../tools/built.mts';
import { getJson } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

/** Valid values for an operation's other fields. */
const GOOD = {
	url: 'https://example.com/a',
	alias: 'a',
	name: 'A',
	slug: 'a',
	domain: 'https://a.example',
	tag: 'a',
	order: 'a',
	prompt: 'a',
	events: ['link.clicked'],
	itemType: 'links',
	contentMode: 'json',
	content: '{"title": "A"}',
	fileName: 'a.txt',
	quota: 'urls',
	idempotencyKey: 'a',
	currentPassword: 'demo-password',
	newPassword: 'long enough',
	headers: '{}',
	body: 'a',
	webhookUrl: 'https://n8n.example.com/webhook/1',
	style: 'pixel',
	event: 'link.clicked',
	needed: 1,
	updateFields: { name: 'A', alias: 'a', redirectRoot: 'https://example.com' },
};
const file = { data: Buffer.from('a'), fileName: 'a.txt', mimeType: 'text/plain' };

/** IDs that a proxy might resolve to another path. Other such IDs are in `test/resilience/hostile.test.mts`. */
const BAD_IDS = ['0', '../url/7', '%2e%2e', '7%5C..', '7/update', '={{ "7\\n8" }}'];

type Wrong = [value: unknown, words: string];

/** Wrong values by type. Other wrong values are in `test/unit/parseParameter.test.mts`. */
const WRONG: Record<string, Wrong[]> = {
	boolean: [['={{ "yes" }}', 'must be true or false']],
	color: [['red', 'must be a hex color']],
	dateTime: [['={{ "01.02.2031" }}', 'must be a date such as 2026-01-31 or 2026-01-31T18:00']],
	json: [['={{ "{" }}', 'is not valid JSON']],
	number: [['={{ "many" }}', 'must be a number']],
	options: [['={{ "no such" }}', 'must be one of']],
	resourceLocator: BAD_IDS.map((id) => [byId(id), 'is not a valid ID']),
	string: [['={{ ({ a: 1 }) }}', 'must be ']],
};

function toWrong({ type, typeOptions = {}, required, displayOptions }: INodeProperties) {
	const { minValue, isUrl, loadOptionsMethod } = typeOptions as Record<string, unknown>;
	const empty = '={{ "" }}';
	return [
		...(loadOptionsMethod ? [] : (WRONG[type] ?? [])),
		...(isUrl ? [['={{ "example.com/a" }}', 'must be a full URL'] as Wrong] : []),
		...(typeof minValue === 'number'
			? [[`={{ ${minValue - 1} }}`, `must be ${minValue} or more`] as Wrong]
			: []),
		...(required && !displayOptions
			? [[type === 'resourceLocator' ? byId(empty) : empty, 'is empty'] as Wrong]
			: []),
	];
}

/** Fields that the node reads after the response, or that sendTestEvent.test.mts or onlyCheck.test.mts tests. */
const OTHERS = /^(dropIpAddresses|webhookUrl|onlyCheck)$/;

/** Every field of every operation, including fields in collections. */
const rows = getResources().flatMap(({ value: resource, operations }) =>
	Object.entries(operations).flatMap(([operation, { fields }]) =>
		fields.flatMap((field) => {
			const inside = field.type === 'collection' ? (field.options as INodeProperties[]) : [field];
			return inside.map((one) => ({
				resource,
				operation,
				fields,
				field: one,
				within: field,
				name: `${resource}.${operation}`,
				label: one.displayName,
			}));
		}),
	),
);

test.each(rows.filter(({ field }) => !OTHERS.test(field.name) && toWrong(field).length > 0))(
	"the operation $name rejects an invalid value for '$label' before any request is sent",
	async ({ resource, operation, fields, field, within, label }) => {
		const ids = fields.filter(({ type }) => type === 'resourceLocator');
		const shown = Object.entries(within.displayOptions?.show ?? {});
		const parameters: Record<string, unknown> = {
			...GOOD,
			...Object.fromEntries(ids.map((one) => [one.name, byId(7)])),
			...Object.fromEntries(shown.map(([key, values]) => [key, values![0]])),
		};
		for (const [value, words] of toWrong(field)) {
			const given = field === within ? value : { [field.name]: value };
			const { items, errorItems } = await world.run(
				resource,
				operation,
				{ ...parameters, [within.name]: given },
				{ items: [{ json: {}, binary: { data: file } }] },
			);
			expect([value, items, getJson(errorItems)]).toEqual([
				value,
				[],
				[
					{
						error: expect.stringContaining(`'${label}' ${words}`),
						message: expect.stringMatching(/\w/),
						details: {
							httpCode: null,
							...(words === 'is empty'
								? { reason: 'input.empty', field: field.name }
								: { reason: 'input' }),
						},
					},
				],
			]);
		}
		await world.expectNoRequest();
	},
);

test('the dropdown for a block rejects an invalid ID of a bio page', async () => {
	const parameters = {
		resource: 'bioBlock',
		operation: 'delete',
		blockKey: byId('a'),
		bioPageId: byId('..%2faccount'),
	};
	await expect(
		world.engine.listSearch('searchBlocks', { node: 'linkPlatformBioPage', parameters }),
	).rejects.toThrow("'Bio Page' is not a valid ID");
	await world.expectNoRequest();
});

/** Lists operations by the label of a field. */
const byLabel = (some: typeof rows) => {
	const labels = [...new Set(some.map(({ label }) => label))].sort();
	return labels.map((one) => {
		const names = some.filter(({ label }) => label === one).map(({ name }) => name);
		return `${one}: ${names.sort().join(' ')}`;
	});
};

/** These options determine which wrong values are tested. Types are in test/package/savedWorkflows.test.mts. */
test('only the listed fields require a full URL or have a minimum value', () => {
	const having = (option: string) =>
		rows.filter(({ field }) => Object.hasOwn(field.typeOptions ?? {}, option));
	expect(byLabel(having('isUrl'))).toEqual([
		'Avatar: bioPage.create bioPage.update',
		'Domain: legacyDomain.create',
		'Not Found Redirect: legacyDomain.create legacyDomain.update',
		'Root Redirect: legacyDomain.create legacyDomain.update',
		expect.stringMatching(
			/^URL: link.create link.createOnce link.update link.upsert qrCode.create .* webhook.create$/,
		),
	]);
	const least = having('minValue').map(
		({ label, field }) => `${label}: ${field.typeOptions!.minValue}`,
	);
	expect([...new Set(least)].sort()).toEqual([
		'Batch Size: 1',
		'Ignore First (Minutes): 0',
		'Image Size (Pixels): 1',
		'Limit: 1',
		'Margin: 0',
		'Max Clicks: 0',
		'Max Downloads: 1',
		'Min Clicks: 0',
		'Needed: 0',
		'Position: 0',
		'Size in Account (Pixels): 1',
		'Wait Up To: 0',
	]);
});

import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { type Engine, openEngine } from '../../packages/n8n-harness/index.mts';
import { ROW_URL, rows } from './scenarios.mts';
import { byId, useWorld } from '../support/world.mts';

const world = useWorld();
let engine: Engine;
let reads: Record<string, number>;

beforeAll(async () => {
	const type = world.engine.nodePackage.nodes.linkPlatform as INodeType;
	/** The node itself, which counts what it asks n8n for. */
	const counting: INodeType = {
		description: type.description,
		methods: type.methods,
		async execute(this: IExecuteFunctions) {
			const read = this.getNodeParameter.bind(this) as (...args: unknown[]) => unknown;
			this.getNodeParameter = ((name: string, ...rest: unknown[]) => {
				reads[name] = (reads[name] ?? 0) + 1;
				return read(name, ...rest);
			}) as typeof this.getNodeParameter;
			return (await type.execute!.call(this)) as never;
		},
	};
	engine = await openEngine({ extraNodeTypes: { 'test.counting': counting } });
});
beforeEach(() => {
	reads = {};
});
afterAll(async () => await engine.close());

const run = async (parameters: Record<string, unknown>, count: number, pace: object = {}) =>
	await engine.runNode({
		node: 'test.counting',
		parameters,
		items: rows(count),
		credentials: { linkPlatformApi: { ...world.credential, ...pace } },
		onError: 'continueErrorOutput',
	});

test('the node reads the credential and each parameter that it needs only once per item, even if requests are repeated', async () => {
	// Two of the answers get lost and two are refused by the rate limit, so requests are sent again.
	await world.sandbox.fault(
		{ path: '/api/url/:id/update', times: 2, action: { type: 'status', status: 503 } },
		{ path: '/api/url/:id/update', times: 2, action: { type: 'rateLimit', retryAfter: 0.1 } },
	);
	const updated = await run(
		{
			resource: 'link',
			operation: 'update',
			linkId: byId('={{ $json.n % 4 + 1 }}'),
			updateFields: { url: ROW_URL },
		},
		12,
	);
	expect(updated.items).toHaveLength(12);
	expect(reads).toEqual({
		resource: 1,
		operation: 1,
		linkId: 12,
		updateFields: 12,
		clearFields: 12,
		includeInputFields: 12,
	});
	expect(updated.credentialReads).toBe(12);

	reads = {};
	await world.sandbox.fill('links', 450);
	await run({ resource: 'link', operation: 'getAll', returnAll: true }, 2);
	expect(reads).toEqual({ resource: 1, operation: 1, returnAll: 2, filters: 2 });

	reads = {};
	const bulk = {
		resource: 'qrCode',
		operation: 'createMany',
		name: '={{ "n" + $json.n }}',
		url: ROW_URL,
		downloadImage: false,
	};
	expect((await run(bulk, 30)).items).toHaveLength(30);
	expect(reads).toMatchObject({ name: 30, url: 30, additionalFields: 30, downloadImage: 30 });
	expect(reads).not.toHaveProperty('format');
}, 30_000);

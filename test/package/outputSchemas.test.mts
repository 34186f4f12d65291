import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadOutputSchema } from '../../packages/n8n-harness/core.mts';
import { SCHEMA_FOLDER } from '../../tools/docs/outputSchemas.mts';
import { getNodeOf, getResources } from '../../tools/built.mts';
import { useWorld } from '../support/world.mts';

const world = useWorld();

it('n8n finds an output schema for each operation and the trigger in the built package', () => {
	const nodeDir = join(process.cwd(), 'dist', 'nodes', 'LinkPlatform');
	expect(existsSync(join(nodeDir, '__schema__'))).toBe(true);
	const operations = getResources().flatMap(({ value, operations: all }) =>
		Object.keys(all).map((operation) => ({ resource: value, operation })),
	);
	for (const { resource, operation } of [...operations, {} as Partial<(typeof operations)[0]>]) {
		const node = resource === undefined ? 'linkPlatformTrigger' : getNodeOf(resource);
		const version = world.engine.nodeTypes.latestVersion(`n8n-nodes-linkplatform.${node}`);
		const schema = loadOutputSchema({ nodeDir, version, resource, operation });
		// n8n's editor shows nothing of a schema without a type and properties.
		expect([resource, operation, schema]).toMatchObject([resource, operation, { type: 'object' }]);
		expect(Object.keys((schema as { properties: object }).properties)).not.toEqual([]);
	}
});

it('no output schema has a field named "error", or both "target" and "targetUrl"', () => {
	for (const path of globSync(`${SCHEMA_FOLDER}/**/*.json`)) {
		const { properties } = JSON.parse(readFileSync(path, 'utf8')) as { properties: object };
		const names = Object.keys(properties);
		expect([path, names]).not.toEqual([path, expect.arrayContaining(['target', 'targetUrl'])]);
		expect([path, names]).not.toEqual([path, expect.arrayContaining(['error'])]);
	}
});

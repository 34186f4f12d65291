import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadOutputSchema } from 'n8n-core';
import { z } from 'zod/v4';
import { eventTypes } from '../../tools/sandbox/events.mts';
import { getOperationOutputs, getTriggerOutputs } from '../../tools/docs/outputs.mts';
import {
	getOutputSchemas,
	SCHEMA_FOLDER,
	createSchemaFiles,
	TRIGGER,
} from '../../tools/docs/outputSchemas.mts';
import { getNodeOf } from '../../tools/built.mts';
import { useWorld } from '../support/world.mts';

const world = useWorld();
let schemas: Map<string, z.ZodType>;
beforeAll(async () => {
	schemas = await getOutputSchemas();
});

const operations = () => [...schemas.keys()].filter((name) => name !== TRIGGER);

/** What does not match the schema; empty if all does. */
function misfits(name: string, items: object[]): string {
	const result = z.array(schemas.get(name)!).safeParse(items);
	return result.success ? '' : `${name}: ${z.prettifyError(result.error)}`;
}

describe('files of output schemas', () => {
	it('are those that the generator creates, and no others', async () => {
		const files = await createSchemaFiles();
		const present = readdirSync(SCHEMA_FOLDER, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.json'))
			.map((file) => join(SCHEMA_FOLDER, file));
		expect(present.sort()).toEqual([...files.keys()].sort());
		for (const [path, text] of files)
			expect([path, readFileSync(path, 'utf8')]).toEqual([path, text]);
	});

	it('offer no field that is seldom there, or that another one holds as well', async () => {
		const fields = [...(await createSchemaFiles())].map(([path, text]): [string, string[]] => [
			path,
			Object.keys((JSON.parse(text) as { properties: object }).properties),
		]);
		expect(fields.flatMap(([, names]) => names)).toContain('targetUrl');
		for (const [path, names] of fields) {
			expect([path, names]).not.toEqual([path, expect.arrayContaining(['dataUrl'])]);
			expect([path, names]).not.toEqual([path, expect.arrayContaining(['target', 'targetUrl'])]);
		}
	});

	it('are found in the built package by n8n, for each operation and for the trigger', () => {
		const nodeDir = join(process.cwd(), 'dist', 'nodes', 'LinkPlatform');
		expect(existsSync(join(nodeDir, '__schema__'))).toBe(true);
		const { nodeTypes } = world.engine;
		for (const name of schemas.keys()) {
			const [resource, operation] = name === TRIGGER ? [] : name.split('/');
			const node = name === TRIGGER ? 'linkPlatformTrigger' : getNodeOf(resource);
			const version = nodeTypes.latestVersion(`n8n-nodes-linkplatform.${node}`);
			const schema = loadOutputSchema({ nodeDir, version, resource, operation });
			// n8n's editor shows nothing of a schema without these.
			expect([name, schema]).toMatchObject([name, { type: 'object' }]);
			expect(Object.keys((schema as { properties: object }).properties)).not.toEqual([]);
		}
	});

	it('use only what the editor can read: nothing inside one of several types', async () => {
		for (const [path, text] of await createSchemaFiles()) {
			expect([path, text]).not.toEqual([
				path,
				expect.stringMatching(/"(anyOf|oneOf|allOf|\$ref)"|\[\s*"(object|array)"/),
			]);
		}
	});
});

describe('output', () => {
	it('matches the schemas: each item of the self-test, and every list has one', async () => {
		const seen = await getOperationOutputs(world);

		expect([...seen.keys()].sort()).toEqual(operations().sort());
		expect([...seen].filter(([, items]) => items.length === 0)).toEqual([]);
		expect([...seen].map(([name, items]) => misfits(name, items)).filter(Boolean)).toEqual([]);
	});

	it('matches the trigger schema for every event type', async () => {
		const seen = await getTriggerOutputs(world);

		expect([...seen.keys()].sort()).toEqual(eventTypes.map(({ name }) => name).sort());
		expect(misfits(TRIGGER, [...seen.values()].flat())).toBe('');
	});
});

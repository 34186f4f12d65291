/** All that `npm run docs` writes. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOYMENTS_PAGE, createDeploymentsPage } from './deployments.mts';
import { MESSAGES_PAGE, createMessagesPage } from './messagesPage.mts';
import { SCHEMA_FOLDER, createSchemaFiles } from './outputSchemas.mts';
import { getOutputs } from './outputs.mts';
import { createParts } from './parts.mts';
import { REFERENCE_FOLDER, createReferencePages } from './referencePages.mts';
import { replaceBetween } from './replaceBetween.mts';
import { SELF_TEST_FILE, countedSelfTestFile } from './selfTest.mts';

/** The one page of the reference that isn't made here. */
const BY_HAND = join(REFERENCE_FOLDER, 'legacy-api.md');

/** The files by their path, as they have to be. Throws if an operation fails in the runs that they are made of. */
export async function createFiles(): Promise<Map<string, string>> {
	const outputs = await getOutputs();
	const pages = { [MESSAGES_PAGE]: createMessagesPage, [DEPLOYMENTS_PAGE]: createDeploymentsPage };
	return new Map([
		...Object.entries(createParts()).map(
			([path, parts]) => [path, withParts(path, parts)] as const,
		),
		...Object.entries(pages).map(([path, create]) => [path, create(read(path))] as const),
		...createReferencePages(outputs),
		...createSchemaFiles(outputs),
		[SELF_TEST_FILE, await countedSelfTestFile()],
	]);
}

/** What is in the folders of generated files besides these. */
export function listStale(files: Map<string, string>): string[] {
	const present = [REFERENCE_FOLDER, SCHEMA_FOLDER].flatMap((folder) =>
		globSync(`${folder}/**/*.{md,json}`),
	);
	return present.filter((path) => !files.has(path) && path !== BY_HAND);
}

const read = (path: string) => readFileSync(path, 'utf8');

function withParts(path: string, parts: Record<string, string>): string {
	return Object.entries(parts).reduce(
		(text, [name, content]) => replaceBetween(text, name, content),
		read(path),
	);
}

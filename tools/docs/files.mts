/** Creates all files that `npm run docs` writes. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSettingsTable } from '../../packages/sandbox/settings.mts';
import { withReader } from './csvTemplates.mts';
import { DEPLOYMENTS_PAGE, createDeploymentsPage } from './deployments.mts';
import {
	MESSAGES_PAGE,
	NOTHING_ARRIVES_PAGE,
	createMessagesPage,
	createNothingArrivesPage,
} from './messagesPage.mts';
import { SCHEMA_FOLDER, createSchemaFiles } from './outputSchemas.mts';
import { getOutputs } from './outputs.mts';
import { REFERENCE_FOLDER, createReferencePages } from './referencePages.mts';
import { replaceBetween } from './replaceBetween.mts';
import { SELF_TEST_FILE, countedSelfTestFile } from './selfTest.mts';
import { createNodeVersionsTable, createTestedLine, createTestedTable } from './tested.mts';

/** The only reference page that is written by hand. */
const BY_HAND = join(REFERENCE_FOLDER, 'legacy-api.md');

/** Files that are partly generated: each function takes the current text of its file and returns the new text. */
const PARTLY_GENERATED: Record<string, (page: string) => string> = {
	[MESSAGES_PAGE]: createMessagesPage,
	[NOTHING_ARRIVES_PAGE]: createNothingArrivesPage,
	[DEPLOYMENTS_PAGE]: createDeploymentsPage,
	'README.md': (page) => replaceBetween(page, 'tested', createTestedLine()),
	'docs/guides/self-hosting.md': (page) => {
		const tested = replaceBetween(page, 'tested', createTestedTable());
		return replaceBetween(tested, 'node-versions', createNodeVersionsTable());
	},
	'examples/bulk-qr-from-csv.json': withReader,
	'examples/csv-to-qr-zip.json': withReader,
	'examples/moving-in.json': withReader,
	'packages/sandbox/README.md': (page) => replaceBetween(page, 'settings', createSettingsTable()),
};

/** Returns the new content of each file, by path. Throws if an operation fails while the examples are created. */
export async function createFiles() {
	const outputs = await getOutputs();
	const pages = Object.entries(PARTLY_GENERATED).map(
		([path, update]) => [path, update(readFileSync(path, 'utf8'))] as const,
	);
	return new Map([
		...pages,
		...createReferencePages(outputs),
		...createSchemaFiles(outputs),
		[SELF_TEST_FILE, await countedSelfTestFile()],
	]);
}

/** Returns the paths of obsolete files, i.e. of files in the generated folders that `files` no longer contains. */
export function listStale(files: Map<string, string>) {
	const present = [REFERENCE_FOLDER, SCHEMA_FOLDER].flatMap((folder) =>
		globSync(`${folder}/**/*.{md,json}`),
	);
	return present.filter((path) => !files.has(path) && path !== BY_HAND);
}

/** The parts of pages that are generated, between markers of the same name. */
import { createSettingsTable } from '../../packages/sandbox/settings.mts';
import { createNodeVersionsTable, createTestedLine, createTestedTable } from './tested.mts';

/** The contents by page and marker. */
export function createParts(): Record<string, Record<string, string>> {
	return {
		'README.md': { tested: createTestedLine() },
		'docs/guides/self-hosting.md': {
			tested: createTestedTable(),
			'node-versions': createNodeVersionsTable(),
		},
		'packages/sandbox/README.md': { settings: createSettingsTable() },
	};
}

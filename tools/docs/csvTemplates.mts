/** Keeps the code that reads a CSV file the same in all templates that do: it is `readCsv.js`. */
import { readFileSync } from 'node:fs';
import type { WorkflowJson } from '../../packages/n8n-harness/index.mts';

/** The node that reads the file. Its code begins with what only this template needs, and ends with `readCsv.js`. */
const READER = 'Find Columns';

/** Returns the text of a template with the current `readCsv.js` in its code. */
export function withReader(template: string) {
	const workflow = JSON.parse(template) as WorkflowJson;
	const { parameters } = workflow.nodes.find(({ name }) => name === READER)!;
	const [own] = (parameters.jsCode as string).split('\n/**\n');
	parameters.jsCode = `${own}\n${readFileSync('tools/docs/readCsv.js', 'utf8')}`;
	return `${JSON.stringify(workflow, null, 2)}\n`;
}

/**
 * `node moveAlone.mts <credential as JSON> <CSV file>`: the template "moving-in" in a process that can be killed.
 * It writes the rows of its report next to the file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readExample } from '../../../tools/docs/runSelfTest.mts';
import { type CredentialData, openEngine } from '../../../packages/n8n-harness/index.mts';
import { FakeNodes } from './fakeNodes.mts';
import { isReal } from './templates.mts';

const [, , credential, file] = process.argv;
const workflow = readExample('moving-in');
const fakeNodes = new FakeNodes([workflow], isReal);
const engine = await openEngine({
	credentials: { linkPlatformApi: JSON.parse(credential) as CredentialData[string] },
	extraNodeTypes: fakeNodes.types,
});
const [item] = workflow.pinData!['Upload Form'];
item.binary!.Export_file.data = readFileSync(file).toString('base64');
item.json['What to do'] = 'Create the links';
const { error, nodes } = await engine.runWorkflow(fakeNodes.published(workflow), {
	startNode: 'Upload Form',
	input: [item] as never,
});
if (error) throw error;
const rows = nodes.Report[0].items.map(({ json }) => json);
writeFileSync(`${file}.json`, JSON.stringify(rows));
process.exit();

/**
 * `npm run n8n`: starts a real n8n with this package, so that you can try it as a user would. Also sets up the
 * sandbox, an owner, the credential and the example workflows. Everything is stored in .n8n/, which can be deleted.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { addCommunityPackage } from './communityPackage.mts';
import { LOGIN } from './emptyN8n.mts';
import { addExamples, placeExampleFiles } from './examples.mts';
import { installN8n } from './install.mts';
import { type N8n, startN8n } from './instance.mts';
import { stopAll } from '../process/processGroup.mts';
import { step } from './progress.mts';
import { N8nRest } from './rest.mts';
import { type SandboxProcess, startSandboxProcess } from '../process/sandboxProcess.mts';

/** The folder is called node_modules because the linter checks every other folder, including n8n's unpacked editor. */
const FOLDER = resolve('.n8n/node_modules/try');
const STATE = join(FOLDER, 'state.json');
const RUNNING = join(FOLDER, 'running.json');
const CREDENTIAL = 'Link Platform sandbox';
/**
 * The only example to publish. If a second published trigger used the same event, users would have to choose which
 * one gets a test event.
 */
const PUBLISHED = 'Run a workflow when a link is clicked';
/** Rate limit windows that are shorter than usual, so that the bulk example finishes soon. */
const RATE_LIMIT = { limit: 30, windowSeconds: 5, endpoints: [] };

interface State {
	n8nPort?: number;
	sandboxPort?: number;
}

async function main() {
	mkdirSync(FOLDER, { recursive: true });
	const other = runningElsewhere();
	if (other) {
		console.log(`n8n is already running at ${other}`);
		return;
	}
	const command = await installN8n();
	const before = existsSync(STATE) ? (JSON.parse(readFileSync(STATE, 'utf8')) as State) : {};
	placeExampleFiles(join(FOLDER, 'files'));
	const sandbox = await step('Starting the sandbox', async () => {
		const file = resolve(FOLDER, 'sandbox.sqlite');
		const started = await startSandboxProcess({ file, port: before.sandboxPort, isLimited: true });
		await started.change({ rateLimit: RATE_LIMIT });
		return started;
	});
	await step('Packing this package and adding it to n8n', () => addCommunityPackage(FOLDER));
	const n8n = await step('Starting n8n', async () => {
		return await startN8n({ command, userFolder: FOLDER, port: before.n8nPort });
	});
	writeFileSync(RUNNING, JSON.stringify({ pid: process.pid, url: n8n.url }));
	await step('Adding owner, credential and examples', async () => {
		// If n8n's port has changed, publish again, because Link Platform's webhooks still have the old URL.
		await prepare(n8n, sandbox, before.n8nPort !== undefined && before.n8nPort !== n8n.port);
	});
	writeFileSync(STATE, JSON.stringify({ n8nPort: n8n.port, sandboxPort: sandbox.port }));
	console.log(welcome(n8n, sandbox));
	await Promise.race([n8n.process.ended, sandbox.process.ended]);
	const lastWords = (n8n.process.output() + sandbox.process.output()).slice(-2000);
	throw new Error(`n8n or the sandbox has stopped. The end of their output:\n${lastWords}`);
}

async function prepare(n8n: N8n, sandbox: SandboxProcess, hasMoved: boolean) {
	const rest = new N8nRest(n8n.url);
	await rest.logIn(LOGIN);
	const id = await rest.saveCredential(CREDENTIAL, 'linkPlatformApi', sandbox.credential);
	const examples = await addExamples(rest, { id, name: CREDENTIAL }, n8n.url);
	for (const example of examples.filter(({ name }) => name === PUBLISHED)) {
		if (example.active && hasMoved) await rest.unpublish(example.id);
		if (example.active && !hasMoved) continue;
		const { triggers } = await rest.publish(example.id);
		const refused = triggers.find(({ errorMessage }) => errorMessage);
		if (refused) console.log(`\n"${example.name}" was not published: ${refused.errorMessage}`);
	}
}

function welcome(n8n: N8n, sandbox: SandboxProcess) {
	return `
  n8n       ${n8n.url}
  Email     ${LOGIN.email}
  Password  ${LOGIN.password}

  Service   ${sandbox.url}   (the sandbox; try the short link ${sandbox.url}/launch)
  API key   ${sandbox.credential.apiKey}
            allows ${RATE_LIMIT.limit} requests per ${RATE_LIMIT.windowSeconds} seconds; a real key, per minute

In n8n, open the workflow "Create QR codes from a CSV file" and execute it. The images are saved in
${resolve(FOLDER, 'files/.n8n-files')}
Then visit the short link, and look at the executions of "${PUBLISHED}".

Press Ctrl+C to stop n8n and the sandbox. All their data is in .n8n/, which you can delete.
`;
}

function runningElsewhere() {
	if (!existsSync(RUNNING)) return undefined;
	const { pid, url } = JSON.parse(readFileSync(RUNNING, 'utf8')) as { pid: number; url: string };
	try {
		process.kill(pid, 0);
		return url;
	} catch {
		rmSync(RUNNING);
		return undefined;
	}
}

const asked = new Promise<void>((stop) => {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
});
let exitCode = 0;
try {
	await Promise.race([main(), asked]);
} catch (thrown) {
	exitCode = 1;
	console.error(thrown instanceof Error ? thrown.message : thrown);
}
await stopAll();
if (existsSync(RUNNING) && readFileSync(RUNNING, 'utf8').includes(`:${process.pid},`)) {
	rmSync(RUNNING);
}
process.exit(exitCode);

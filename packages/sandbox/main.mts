#!/usr/bin/env node
import { parseArgs } from 'node:util';

import { demoRateLimits } from './settings.mts';
import { suggest } from './spelling.mts';

const usage = `Usage: linkplatform-sandbox [options]
  --port <n>     port on 127.0.0.1 (default: 4010; 0 = any free port)
  --file <path>  store the state in this SQLite file (default: in memory)
  --json         print one line of JSON once the sandbox is listening
  --no-limits    switch the rate limits off
`;

const options = {
	port: { type: 'string', default: '4010' },
	file: { type: 'string' },
	json: { type: 'boolean', default: false },
	'no-limits': { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
} as const;

const [major] = process.versions.node.split('.');
if (Number(major) < 24) fail(`The sandbox needs Node 24 or later. This is Node ${major}.`);
const values = readOptions();
if (values.help) process.stdout.write(usage);
else await run();

/** Ends the process with exit code 1, and says why. */
function fail(reason: string): never {
	process.stderr.write(`${reason}\n`);
	process.exit(1);
}

/** Returns the values of the options. Ends the process if an option is unknown or lacks its value. */
function readOptions() {
	try {
		return parseArgs({ options }).values;
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		const [name] = /--?[\w-]+/.exec(message) ?? [''];
		const known = Object.keys(options).map((option) => `--${option}`);
		const advice = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? `. ${suggest(name, known)}` : '';
		return fail(`${message}${advice}\n\n${usage}`);
	}
}

/** Starts the sandbox and prints its addresses. SIGTERM and SIGINT stop it. */
async function run() {
	// An older Node doesn't have all modules that this one imports.
	const { startSandbox, StartError } = await import('./server.mts');
	const rateLimit = values['no-limits'] ? {} : demoRateLimits;
	const { port, file } = values;
	const starting = startSandbox({ port: Number(port), file, settings: { rateLimit } });
	const sandbox = await starting.catch((error) => {
		throw error instanceof StartError ? fail(error.message) : error;
	});
	const { url, legacyUrl, apiKey, docsUrl } = sandbox;

	let closing: Promise<void> | undefined;
	const stop = () => {
		closing ??= sandbox.close().then(() => process.exit(0));
	};
	process.on('SIGTERM', stop);
	process.on('SIGINT', stop);

	if (values.json) {
		process.stdout.write(`${JSON.stringify({ url, legacyUrl, apiKey, docsUrl })}\n`);
		return;
	}
	process.stdout.write(`The Link Platform sandbox is listening.

  API URL         ${url}
  Legacy API URL  ${legacyUrl}
  API key         ${apiKey}   (a demo key that only works here)
  OpenAPI         ${docsUrl}

Try:
  curl -H 'Authorization: Bearer ${apiKey}' ${url}/api/urls
  curl -i ${url}/launch                                  visit a short link: redirects and counts a click
  curl -H 'Authorization: Bearer ${apiKey}' -o qr.png '${url}/api/qr/1/download?format=png'
  curl ${url}/_sandbox/requests                          show the recorded requests and responses

Press Ctrl+C to stop it${file === undefined ? '; all records are then lost' : ''}.
`);
}

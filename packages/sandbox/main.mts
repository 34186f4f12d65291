#!/usr/bin/env node
import { parseArgs } from 'node:util';

import { startSandbox } from './server.mts';
import { demoRateLimits } from './settings.mts';

const usage = `Usage: sandbox [options]
  --port <n>     port on 127.0.0.1 (default: 4010; 0 = any free port)
  --file <path>  store the state in this SQLite file (default: in memory)
  --json         print one line of JSON once the sandbox is listening
  --no-limits    switch the rate limits off
`;

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '4010' },
		file: { type: 'string' },
		json: { type: 'boolean', default: false },
		'no-limits': { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

if (values.help) process.stdout.write(usage);
else await run();

/** Starts the sandbox and prints its addresses. SIGTERM and SIGINT stop it. */
async function run() {
	const rateLimit = values['no-limits'] ? {} : demoRateLimits;
	const { port, file } = values;
	const sandbox = await startSandbox({ port: Number(port), file, settings: { rateLimit } });
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

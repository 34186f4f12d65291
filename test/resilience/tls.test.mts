/** Wrong schemes and certificates, tested with real servers: each failure names the mistake. */
import { execFile } from 'node:child_process';
import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { promisify } from 'node:util';
import { byId, openWorld, useOpenedFor, type World } from '../support/world.mts';

/** The tests run concurrently because they mostly wait for retries. */
const inWorld = useOpenedFor(openWorld);

/** Creates a self-signed key and certificate for this run. */
async function selfSigned(days: string) {
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
	const options = ['req', '-x509', ...key, ...names, '-days', days, '-keyout', '-', '-out', '-'];
	const { stdout } = await promisify(execFile)('openssl', options);
	return stdout;
}

const answer: RequestListener = (_, response) => {
	response
		.writeHead(200, { 'content-type': 'application/json' })
		.end('{"error":0,"data":{"id":1}}');
};
const ports: Record<string, number> = {};
const servers: Server[] = [];

beforeAll(async () => {
	const pem = await selfSigned('2');
	const opened: Record<string, Server> = {
		plain: createPlainServer(answer),
		tls: createTlsServer({ key: pem, cert: pem }, answer),
		// This server responds with a TLS alert, as the TLS libraries of some servers do.
		alert: createSocketServer((socket) => {
			socket
				.on('error', () => {})
				.once('data', () => socket.end(Buffer.from('15030100020246', 'hex')));
		}),
	};
	for (const [name, server] of Object.entries(opened)) {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		ports[name] = (server.address() as AddressInfo).port;
		servers.push(server);
	}
});
afterAll(() => servers.forEach((server) => server.close()));

const get = async (world: World, scheme: string, server: string) => {
	const apiUrl = `${scheme}://127.0.0.1:${ports[server]}`;
	const credentials = { linkPlatformApi: { ...world.credential, apiUrl } };
	const result = await world.run('link', 'get', { linkId: byId(1) }, { credentials });
	const failures = result.errorItems.map(({ json }) => [json.error, json.message]);
	// The test of the credential uses another helper of n8n, and says the same.
	const tested = await world.engine.testCredential('linkPlatformApi', credentials.linkPlatformApi);
	const [[error, message] = []] = failures;
	const words =
		error === undefined ? 'Connection successful!' : `${error as string}. ${message as string}.`;
	expect(tested.message).toBe(words);
	return failures;
};
const noAnswer = (server: string, reason: string) =>
	`Couldn't connect to 127.0.0.1:${ports[server]}: ${reason}`;

test.concurrent(
	'connecting with https:// to a port without TLS fails and suggests http://',
	inWorld(async (world) => {
		const advice = expect.stringContaining('including http:// or https:// at the beginning');
		expect(await get(world, 'https', 'plain')).toEqual([
			[noAnswer('plain', 'no TLS on this port'), advice],
		]);
	}),
);

test.concurrent.each([
	['responds with a TLS alert', 'alert', () => noAnswer('alert', 'the server expects HTTPS')],
	['closes the connection', 'tls', () => `The connection to 127.0.0.1:${ports.tls} was lost`],
])(
	'connecting with http:// to a TLS port that %s fails and suggests https://',
	inWorld(async (world, _, server, words) => {
		expect(await get(world, 'http', server)).toEqual([
			[words(), expect.stringContaining('https://')],
		]);
	}),
);

test.concurrent(
	"connecting to a server whose TLS certificate n8n doesn't trust fails and says so",
	inWorld(async (world) => {
		expect(await get(world, 'https', 'tls')).toEqual([
			[
				noAnswer('tls', 'TLS certificate not trusted'),
				expect.stringContaining('add it to the certificates that n8n trusts'),
			],
		]);
	}),
);

test.concurrent(
	'the test server without TLS works when it is called with http://',
	inWorld(async (world) => {
		expect(await get(world, 'http', 'plain')).toEqual([]);
	}),
);

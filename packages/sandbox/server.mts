import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import swagger from '@fastify/swagger';
import fastify from 'fastify';
import type { FastifyError, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';

import { createKey, Keys } from './access.mts';
import type { Sandbox, SandboxApp } from './context.mts';
import { checkSettings, controlRoutes, getDefaultSettings } from './control.mts';
import { Deliveries } from './deliveries.mts';
import { read } from './dialect.mts';
import { deleted, Refusal, toFailure, toInvalid, toOwnForm } from './envelope.mts';
import { echo, Faults, strikeAfter, strikeBefore } from './faults.mts';
import { isWithinRate, RateLimiter } from './rateLimit.mts';
import { Recorder } from './recorder.mts';
import { resources } from './resources.mts';
import { expireLinks, sendPage } from './routes/visits.mts';
import { DEMO_KEY } from './settings.mts';
import type { SettingsPatch } from './settings.mts';
import { suggest } from './spelling.mts';
import { Store } from './store.mts';

/** The options of `startSandbox`. */
export interface Options {
	/** The port to listen on. Default: 0, any free port. */
	port?: number;
	/**
	 * The base URL to use in responses, if it isn't the address that the server listens on. Requests may also use
	 * this URL's host name.
	 */
	publicUrl?: string;
	/** The path of an SQLite file for the state. Default: in memory. */
	file?: string;
	/** Settings that differ from the defaults. `POST /_sandbox/reset` restores them. */
	settings?: SettingsPatch;
}

/** The names of all options. */
const OPTIONS = { port: 0, publicUrl: 0, file: 0, settings: 0 } satisfies Record<keyof Options, 0>;

/** The error of a sandbox that can't start for a reason outside of it. The message says what to do. */
export class StartError extends Error {}

/** The URLs and the API key of a running sandbox. */
export interface RunningSandbox {
	/** The base URL of the current API, documented as `{api_url}`. */
	url: string;
	/** The base URL of the legacy API, documented as `{base_url}`. */
	legacyUrl: string;
	/** The API key of the demo account. */
	apiKey: string;
	/** The URL of the OpenAPI description, which is generated from the schemas. */
	docsUrl: string;
	/** Stops the server, cancels all deliveries, and closes the state file. */
	close(): Promise<void>;
}

/**
 * Timeouts in ms, equal to Fastify's defaults. Node's defaults are shorter: they would abort long requests, and close
 * an idle connection just as a client reuses it.
 */
const LIKE_FASTIFY = { keepAliveTimeout: 72_000, requestTimeout: 0 };

/** A Link Platform account, with its own records, settings, rate limits and faults. */
interface Account {
	sandbox: Sandbox;
	app: SandboxApp;
	/** Adds the account's demo data. Call it once the sandbox's URL is known. */
	begin(url: string): void;
	close(): Promise<void>;
}

/**
 * Starts the sandbox on 127.0.0.1, and resolves once it is listening. Rejects with a StartError if an option is
 * misspelled, the port is in use, or the state file can't be used, and with a Refusal if the settings are invalid.
 */
export async function startSandbox(options: Options = {}): Promise<RunningSandbox> {
	const unknown = Object.keys(options).find((name) => !(name in OPTIONS));
	if (unknown !== undefined) {
		const advice = suggest(unknown, Object.keys(OPTIONS));
		throw new StartError(`startSandbox has no option "${unknown}". ${advice}`);
	}
	const others: Account[] = [];
	const closeOthers = async () => {
		for (const other of others.splice(0)) await other.close();
	};
	const demo = await openAccount(DEMO_KEY, options, {
		reset: closeOthers,
		// The API key of a request determines its account, even for requests to `/_sandbox/`.
		route: (handle) => (request, response) => {
			const other = others.find(({ sandbox }) => sandbox.keys.has(request.headers));
			if (other) other.app.routing(request, response);
			else handle(request, response);
		},
		open: async (settings) => {
			const own = { ...options, file: undefined, settings: settings as SettingsPatch };
			const other = await openAccount(createKey(), own);
			other.begin(demo.sandbox.url);
			others.push(other);
			return other.sandbox.apiKey;
		},
	});
	await demo.app
		.listen({ host: '127.0.0.1', port: options.port ?? 0 })
		.catch(async (error: Error) => {
			await demo.close();
			throw toStartError(error, options.port);
		});
	const { port } = demo.app.server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}`;
	demo.begin(options.publicUrl ?? url);
	return {
		url,
		legacyUrl: `${url}/v3`,
		apiKey: DEMO_KEY,
		docsUrl: `${url}/_sandbox/openapi.json`,
		close: async () => {
			await closeOthers();
			await demo.close();
		},
	};
}

/** Returns the reason why the sandbox can't listen on this port, in words if it is a known one. */
function toStartError(error: NodeJS.ErrnoException, port?: number): Error {
	switch (error.code) {
		case 'EADDRINUSE':
			return new StartError(
				`Port ${port} is already in use. Choose another one; 0 is any free port.`,
			);
		case 'EACCES':
			return new StartError(`You may not listen on port ${port}. Choose one above 1023.`);
		case 'ERR_SOCKET_BAD_PORT':
			return new StartError('The port must be a whole number from 0 to 65535.');
	}
	return error;
}

/** Callbacks for the first account, whose server listens for all accounts. */
interface Listener {
	/** Closes all other accounts. */
	reset: () => Promise<void>;
	/** Returns a listener that passes each request to its account; `handle` serves the first account. */
	route: (handle: RequestListener) => RequestListener;
	/** Creates another account, and resolves with its API key. */
	open: (settings: unknown) => Promise<string>;
}

/** Creates an account with its own store and app. Only the first account has a `listener`. */
async function openAccount(
	apiKey: string,
	options: Options,
	listener?: Listener,
): Promise<Account> {
	const initial = checkSettings(getDefaultSettings(), options.settings);
	const store = new Store(() => sandbox.settings.listDelayMs);
	for (const { tables } of resources) if (tables !== undefined) store.define(tables);
	const sandbox: Sandbox = {
		url: '',
		apiKey,
		settings: initial,
		store,
		keys: new Keys(store),
		recorder: new Recorder(),
		rateLimiter: new RateLimiter(),
		faults: new Faults(),
		deliveries: new Deliveries(store, () => sandbox.settings),
	};
	openFile(store, options.file);
	const app = await createApp(sandbox, listener, {
		resources,
		open: listener?.open,
		change: (settings) => {
			sandbox.settings = settings;
		},
		reset: async (patch) => {
			const settings = checkSettings(initial, patch);
			await listener?.reset();
			await sandbox.deliveries.clear();
			store.clear();
			sandbox.recorder.clear();
			sandbox.rateLimiter.clear();
			sandbox.faults.clear();
			sandbox.settings = settings;
			seed(sandbox);
		},
	});
	const clock = setInterval(() => expireLinks(sandbox), 1000);
	clock.unref();
	return {
		sandbox,
		app,
		begin: (url) => {
			sandbox.url = url;
			if (!store.get('SELECT 1 FROM account')) seed(sandbox);
		},
		close: async () => {
			clearInterval(clock);
			await sandbox.deliveries.clear();
			await app.close();
			store.close();
		},
	};
}

/** Opens the store, in memory by default. Throws a StartError if the file can't be used. */
function openFile(store: Store, file = ':memory:') {
	try {
		store.open(file);
	} catch ({ message }) {
		throw new StartError(
			`The state file "${file}" can't be used: ${message}. Choose another path.`,
		);
	}
}

/** Adds the demo data of all resources. */
function seed(sandbox: Sandbox) {
	sandbox.store.transaction(() => {
		for (const resource of resources) resource.seed?.(sandbox);
	});
}

/** Creates the app of an account, with all routes. With a `listener`, the app's server serves all accounts. */
async function createApp(
	sandbox: Sandbox,
	listener: Listener | undefined,
	control: Parameters<typeof controlRoutes>[2],
): Promise<SandboxApp> {
	const started = Date.now().toString(36);
	let lastRequest = 0;
	const server: { serverFactory?: (handle: RequestListener) => Server } = listener
		? { serverFactory: (handle) => createServer(LIKE_FASTIFY, listener.route(handle)) }
		: {};
	const app = fastify({
		genReqId: () => `req_${started}_${(lastRequest += 1)}`,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		bodyLimit: 10 * 1024 * 1024,
		routerOptions: { maxParamLength: 500 },
		...server,
	}).withTypeProvider<ZodTypeProvider>();

	app.setValidatorCompiler<z.ZodType>(({ schema, httpPart, url }) => (given: unknown) => {
		const input = isControl(url) ? given : read(given, sandbox.settings);
		const result = schema.safeParse(input);
		if (result.success) return { value: result.data };
		return { error: toInvalid(result.error, input, httpPart) };
	});
	app.setSerializerCompiler(() => (data) => JSON.stringify(data));
	app.decorateRequest('keyId', 0);
	app.decorateRequest('fault', null);
	acceptOnlyJson(app);

	await app.register(swagger, {
		openapi: {
			info: { title: 'Link Platform sandbox', version: '1' },
			components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
		},
		transform: jsonSchemaTransform,
	});

	app.addHook('onRoute', beStrict);
	addHooks(app, sandbox);
	handleErrors(app, sandbox);
	app.setNotFoundHandler((request, reply) => {
		if (request.method === 'GET' && !isApi(request.url)) {
			sendPage(reply, 404, 'This page does not exist.');
			return;
		}
		throw new Refusal(404, `There is no route ${request.method} ${request.url.split('?', 1)[0]}.`);
	});

	for (const resource of resources) resource.routes(app, sandbox);
	controlRoutes(app, sandbox, control);
	await app.ready();
	return app;
}

/** Adds the hooks that check, record and delay requests, apply faults, and adapt responses to the settings. */
function addHooks(app: SandboxApp, sandbox: Sandbox) {
	// These two hooks call `next` only if the request should continue. They aren't async: if an async hook returned
	// its reply and the connection was lost, Fastify would run the route and send a second response.
	app.addHook('onRequest', (request, reply, next) => {
		arrive(sandbox, request, reply).then((goesOn) => goesOn && next(), next);
	});
	app.addHook('preValidation', (request, reply, next) => {
		sandbox.recorder.body(request);
		const action = request.fault?.action;
		if (action?.type === 'echo') echo(request, reply, action.status);
		else next();
	});
	app.addHook('preSerialization', async (request, reply, payload) => {
		if (isControl(request.url)) return payload;
		return toOwnForm(payload, sandbox.settings);
	});
	app.addHook('onSend', async (request, reply, payload) => {
		return request.fault ? await strikeAfter(request.fault, request, reply, payload) : payload;
	});
}

/** Makes the app respond to every error with `{error: 1, message}`. */
function handleErrors(app: SandboxApp, sandbox: Sandbox) {
	app.setErrorHandler<FastifyError>((error, request, reply) => {
		const { settings } = sandbox;
		const [status, message] = toFailure(error);
		const isService = !isControl(request.url) && status < 500;
		const isOffered = settings.legacy.offered || !request.url.startsWith('/v3/');
		const isDeletion = request.method === 'DELETE' && !request.is404 && isOffered;
		if (status === 404 && isDeletion && settings.deletedTwice === 'accepted') {
			deleted(reply, settings);
			return;
		}
		const code = isService && settings.failuresAs200 ? 200 : status;
		void reply.code(code).send({ error: 1, message });
	});
}

/**
 * Checks a request in this order: key, scope, rate limit, route. Fastify then validates params, body and query.
 * Resolves with false if a response was already sent.
 */
async function arrive(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply) {
	checkSender(request, sandbox.url);
	if (isControl(request.url)) return true;
	const { settings } = sandbox;
	void reply.header('x-request-id', request.id);
	const skew = settings.rateLimit.clockSkewSeconds * 1000;
	if (skew !== 0) void reply.header('Date', new Date(Date.now() + skew).toUTCString());
	sandbox.recorder.begin(request, reply, settings);
	if (settings.latencyMs > 0) await new Promise((done) => setTimeout(done, settings.latencyMs));

	request.fault = sandbox.faults.pick(request);
	if (request.fault && (await strikeBefore(request.fault, request, reply, settings))) return false;

	const isLegacy = request.url.startsWith('/v3/');
	if (isLegacy && !settings.legacy.offered) throw new Refusal(404, 'Not Found');
	const access = request.routeOptions.config?.access ?? 'any';
	if (access === 'public' || (request.is404 && !isApi(request.url))) return true;
	request.keyId = sandbox.keys.check(request, access, isLegacy, settings);
	return isWithinRate(sandbox, request, reply);
}

/** The values of the Host header that name this machine, with or without a port. */
const NAME_OF_THIS_MACHINE = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Refuses requests that a web page in a browser on this machine could send. Such a page could use a foreign host name
 * that resolves to 127.0.0.1, or call the control routes, which need no API key.
 */
function checkSender({ url, headers }: FastifyRequest, ownUrl: string) {
	const { host = '', origin } = headers;
	const isOwn = NAME_OF_THIS_MACHINE.test(host) || (ownUrl && host === new URL(ownUrl).host);
	if (!isOwn) throw new Refusal(421, `"${host}" is not a host name of the sandbox. Use ${ownUrl}.`);
	if (isControl(url) && origin !== undefined)
		throw new Refusal(403, "Web pages can't use /_sandbox/. Use curl or a script.");
}

/**
 * Makes a route refuse query parameters and fields that its schema doesn't declare. Throws if a route doesn't declare
 * which permission it requires.
 */
function beStrict(route: RouteOptions) {
	if (route.config?.access === undefined) throw new Error(`${route.url} lacks config.access`);
	const schema = { querystring: z.strictObject({}), ...route.schema };
	if (route.method !== 'GET') schema.body ??= z.strictObject({}).nullish();
	if (route.config.access !== 'public') schema.security = [{ key: [] }];
	route.schema = schema;
}

/** Makes the app accept only JSON. An empty body with a JSON content type counts as no body. */
function acceptOnlyJson(app: SandboxApp) {
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') done(null, undefined);
		else Promise.resolve(parse(request, body as string, done)).catch(done);
	});
}

/** True if the URL belongs to a control route, `/_sandbox/…`. */
function isControl(url: string | undefined) {
	const [path] = (url ?? '').split('?');
	try {
		// Decode the path first: routes match decoded paths, and browsers send `%5F` unchanged.
		return decodeURIComponent(path).startsWith('/_sandbox/');
	} catch {
		// Fastify has no route for a path that can't be decoded.
		return false;
	}
}

/** True if the URL belongs to an API, not to a public page. */
function isApi(url: string) {
	return /^\/(api|v1|v3)(\/|$)/.test(url);
}

import type {
	FastifyBaseLogger,
	FastifyInstance,
	RawReplyDefaultExpression,
	RawRequestDefaultExpression,
	RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

import type { Keys, Scope } from './access.mts';
import type { Deliveries } from './deliveries.mts';
import type { Fault, Faults } from './faults.mts';
import type { RateLimiter } from './rateLimit.mts';
import type { Recorder } from './recorder.mts';
import type { Settings } from './settings.mts';
import type { Store } from './store.mts';

/** The state that every route can use. `url` is set once the server listens, so read it each time. */
export interface Sandbox {
	url: string;
	/** The key of the seed. */
	readonly apiKey: string;
	settings: Settings;
	readonly store: Store;
	readonly keys: Keys;
	readonly recorder: Recorder;
	readonly rateLimiter: RateLimiter;
	readonly faults: Faults;
	readonly deliveries: Deliveries;
}

/** Fastify with zod schemas: bodies, queries and params are typed by their schema. */
export type SandboxApp = FastifyInstance<
	RawServerDefault,
	RawRequestDefaultExpression,
	RawReplyDefaultExpression,
	FastifyBaseLogger,
	ZodTypeProvider
>;

/** One resource of Link Platform: its tables, its part of the demo account, and its routes. */
export interface Resource {
	/** `CREATE TABLE IF NOT EXISTS …;` */
	tables?: string;
	/** Fills the demo account; runs on an empty store, after the resources listed before. */
	seed?(sandbox: Sandbox): void;
	routes(app: SandboxApp, sandbox: Sandbox): void;
	/** Creates record number `n` of many, for benchmarks: `POST /_sandbox/fill`; table: the name, by default. */
	fill?: { name: string; table?: string; make(sandbox: Sandbox, n: number, now: string): unknown };
}

/** Permission to call a route: a scope, a key with full access (the legacy API has no scopes), any key, or none. */
export type Access = Scope | 'full' | 'any' | 'public';

declare module 'fastify' {
	interface FastifyContextConfig {
		access?: Access;
	}
	interface FastifyRequest {
		/** id of the API key that signed this request; 0 = none */
		keyId: number;
		fault: Fault | null;
	}
}

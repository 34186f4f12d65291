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

/**
 * The state of an account, which all of its routes share. `url` isn't set until the server listens, so read it each
 * time.
 */
export interface Sandbox {
	url: string;
	/** The API key of the demo account. */
	readonly apiKey: string;
	settings: Settings;
	readonly store: Store;
	readonly keys: Keys;
	readonly recorder: Recorder;
	readonly rateLimiter: RateLimiter;
	readonly faults: Faults;
	readonly deliveries: Deliveries;
}

/** A Fastify app with zod schemas, which determine the types of bodies, queries and params. */
export type SandboxApp = FastifyInstance<
	RawServerDefault,
	RawRequestDefaultExpression,
	RawReplyDefaultExpression,
	FastifyBaseLogger,
	ZodTypeProvider
>;

/** One resource of Link Platform: its database tables, its part of the demo data, and its routes. */
export interface Resource {
	/** SQL of the resource's tables: `CREATE TABLE IF NOT EXISTS …;` */
	tables?: string;
	/** Adds the resource's demo data to an empty store. Runs after the `seed` of all resources earlier in the list. */
	seed?(sandbox: Sandbox): void;
	/** Adds the resource's routes to the app. */
	routes(app: SandboxApp, sandbox: Sandbox): void;
	/**
	 * The function that creates record number `n` for `POST /_sandbox/fill`. Benchmarks use that route to create many
	 * records. `now` is the time in ISO 8601. `table` defaults to `name`.
	 */
	fill?: { name: string; table?: string; make(sandbox: Sandbox, n: number, now: string): unknown };
}

/**
 * The permission that a route requires of the API key: a scope, full access (the legacy API has no scopes), any valid
 * key, or no key.
 */
export type Access = Scope | 'full' | 'any' | 'public';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The permission that the route requires. */
		access?: Access;
	}
	interface FastifyRequest {
		/** The ID of the API key that was sent with the request; 0 if there was no key. */
		keyId: number;
		/** The fault to apply to the request. */
		fault: Fault | null;
	}
}

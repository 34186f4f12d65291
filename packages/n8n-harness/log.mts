/** Collects the log messages of n8n and the nodes, separately for each execution, instead of printing them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Container, Logger } from './container.mts';

/** A message that n8n or a node logged. */
export interface LogEntry {
	level: 'error' | 'warn' | 'info' | 'debug';
	message: string;
	metadata?: unknown;
}

/** The list that collects the messages of the current `logInto` call. */
const current = new AsyncLocalStorage<LogEntry[]>();

/** Returns a function that logs messages of this level. Messages logged outside of `logInto` are discarded. */
const write = (level: LogEntry['level']) => (message: string, metadata?: unknown) => {
	current.getStore()?.push({ level, message, ...(metadata !== undefined && { metadata }) });
};

/** The logger that n8n-core uses. */
const collector = {
	error: write('error'),
	warn: write('warn'),
	info: write('info'),
	debug: write('debug'),
	scoped: () => collector,
};

Container.set(Logger, collector);

/**
 * Runs `action` and returns its result. Adds every message that `action` logs to `log`, including messages of work that
 * `action` started.
 */
export function logInto<T>(log: LogEntry[], action: () => T): T {
	return current.run(log, action);
}

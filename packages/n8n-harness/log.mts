/** Collects what n8n and the nodes log, separately for each execution, instead of printing it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Container, Logger } from './container.mts';

export interface LogEntry {
	level: 'error' | 'warn' | 'info' | 'debug';
	message: string;
	metadata?: unknown;
}

const current = new AsyncLocalStorage<LogEntry[]>();

const write = (level: LogEntry['level']) => (message: string, metadata?: unknown) => {
	current.getStore()?.push({ level, message, ...(metadata !== undefined && { metadata }) });
};

const collector = {
	error: write('error'),
	warn: write('warn'),
	info: write('info'),
	debug: write('debug'),
	scoped: () => collector,
};

Container.set(Logger, collector);

/** Runs `action`. Everything logged by it, or by work that it started, is added to `log`. */
export function logInto<T>(log: LogEntry[], action: () => T): T {
	return current.run(log, action);
}

/** Collects the log messages of n8n and the nodes, separately for each execution, instead of printing them. */
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

/** Runs `action`, and adds everything that it logs to `log`, including the logs of work that it started. */
export function logInto<T>(log: LogEntry[], action: () => T): T {
	return current.run(log, action);
}

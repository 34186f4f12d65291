/**
 * An in-memory store for n8n's deduplication (values that were already processed). n8n keeps these values in its
 * database, which isn't part of n8n-core. Only the mode `entries` is supported: each workflow (or node) has one
 * record, which is read and then written as a whole. As in n8n, two simultaneous calls may both read before either
 * one writes, so both treat a value as new. Tests must not rely on stricter behavior.
 */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';
import { UserError } from './n8nWorkflow.mts';

/** The hashes of the processed values, oldest first, by record key. */
const records = new Map<string, string[]>();

/** Returns the key of a record: the workflow's ID and, in the scope `node`, the node's ID. */
const recordKey = (scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData) =>
	`${workflow.id}|${scope === 'node' ? (node?.id ?? '') : ''}`;

/** Returns the hash under which a value is stored. */
const hash = (value: DeduplicationItemTypes) =>
	createHash('sha256').update(String(value)).digest('base64');

/** Rejects the deduplication calls that this store doesn't support. */
const refuse = () => Promise.reject(new UserError('The engine only adds to what was processed'));

/** The number of upcoming calls that fail. */
let failures = 0;

/** Makes the next `count` deduplication calls fail, as if the database were locked. A count of 0 stops the failures. */
export function failDeduplication(count: number): void {
	failures = count;
}

const deduplicator: IDataDeduplicator = {
	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
		{ mode, maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		if (mode !== 'entries') throw new UserError(`The engine knows no deduplication mode "${mode}"`);
		if (failures > 0) {
			failures -= 1;
			throw new Error('SQLITE_BUSY: database is locked');
		}
		const key = recordKey(scope, contextData);
		const stored = records.get(key) ?? [];
		await nextTurn();
		const known = new Set(stored);
		// Duplicates within one call all count as new, because n8n compares only with the values stored by earlier
		// calls.
		const fresh = items.filter((item) => !known.has(hash(item)));
		const values = [...stored, ...fresh.map(hash)];
		await nextTurn();
		records.set(key, maxEntries ? values.slice(-maxEntries) : values);
		return { new: fresh, processed: items.filter((item) => known.has(hash(item))) };
	},

	removeProcessed: refuse,
	clearAllProcessedItems: refuse,
	getProcessedDataCount: refuse,
};

/** The promise of the first call of `provideDeduplication`. */
let initialized: Promise<void> | undefined;

/** Gives n8n-core this store. n8n-core accepts only one store per process, so later calls change nothing. */
export async function provideDeduplication(): Promise<void> {
	initialized ??= DataDeduplicationService.init(deduplicator);
	await initialized;
}

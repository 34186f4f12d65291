/**
 * What it costs PostgreSQL to remember a delivery: n8n writes a whole list of them each time. One list for everything,
 * as the trigger had, beside those that it has now.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres } from '../n8n/postgres.mts';
import { stopAll } from '../process/processGroup.mts';
import { byTurns, quantile } from './figures.mts';
import type { Flags } from './main.mts';
import { print, printHead, printRow } from './output.mts';

interface Database {
	connect(): Promise<void>;
	query(text: string, values?: unknown[]): Promise<{ rows: Array<Record<string, string>> }>;
	end(): Promise<void>;
}

const LISTS = [
	{ name: 'one list, 10,000 deliveries', entries: 10_000, added: 1 },
	{ name: 'clicks, scans and views, 1,000', entries: 1_000, added: 1 },
	{ name: 'the others, 1,000', entries: 2_000, added: 2 },
	{ name: 'the others, 5,000', entries: 10_000, added: 2 },
	// A design that was rejected: without telling which execution recorded it.
	{ name: 'the others, 5,000, one entry each', entries: 5_000, added: 1 },
];
const DELIVERIES = 50;

export async function memory({ rounds }: Flags): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
	// PostgreSQL runs as another user.
	chmodSync(folder, 0o755);
	const { DB_POSTGRESDB_HOST: host, DB_POSTGRESDB_USER: user } = await startPostgres(
		join(folder, 'own'),
	);
	const { Client } = createRequire(resolve('.n8n/install/node_modules/n8n/package.json'))('pg') as {
		Client: new (options: object) => Database;
	};
	const database = new Client({ host, user, database: 'postgres' });
	try {
		await database.connect();
		await database.query(
			'CREATE TABLE processed_data (context varchar(255) PRIMARY KEY, "updatedAt" timestamptz, value text)',
		);
		const all = await byTurns(LISTS, rounds, async ({ entries, added }) => {
			const data = Array.from({ length: entries }, createEntry);
			await database.query("DELETE FROM processed_data WHERE context = 'n'");
			await database.query("INSERT INTO processed_data VALUES ('n', now(), $1)", [toValue(data)]);
			const { rows } = await database.query('SELECT pg_current_wal_insert_lsn() AS position');
			const start = performance.now();
			for (let index = 0; index < DELIVERIES; index += 1) {
				data.splice(0, added);
				data.push(...Array.from({ length: added }, createEntry));
				await database.query(
					`UPDATE processed_data SET value = $1, "updatedAt" = now() WHERE context = 'n'`,
					[toValue(data)],
				);
			}
			const milliseconds = (performance.now() - start) / DELIVERIES;
			const { rows: written } = await database.query(
				'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1) AS bytes',
				[rows[0].position],
			);
			return { bytes: Number(written[0].bytes) / DELIVERIES, milliseconds };
		});
		print(
			'What PostgreSQL writes to its log for each delivery that is remembered, the list being full.',
		);
		print();
		printHead('remembered', 'KB per delivery', 'of one list', 'ms');
		const [{ runs: first }] = all;
		for (const { candidate, runs } of all) {
			const bytes = quantile(
				runs.map((run) => run.bytes),
				0.5,
			);
			const ratio =
				bytes /
				quantile(
					first.map((run) => run.bytes),
					0.5,
				);
			const time = quantile(
				runs.map(({ milliseconds }) => milliseconds),
				0.5,
			);
			printRow(candidate.name, (bytes / 1024).toFixed(1), ratio.toFixed(2), time.toFixed(1));
		}
	} finally {
		await database.end();
		await stopAll();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** As n8n hashes what it remembers. */
const createEntry = () => randomBytes(16).toString('base64');
const toValue = (data: string[]) => JSON.stringify({ mode: 'entries', data });

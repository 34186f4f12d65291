import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';

type Value = string | number | boolean | null | undefined | Uint8Array;
/** The values of a row, by column name. `insert` stores undefined as NULL, and `update` skips it. */
export type Values = Record<string, Value>;

/** The rows of a paged list, and their total number. */
export interface Source<T> {
	total: number;
	/** Returns at most `limit` rows, and skips the first `offset` rows. */
	rows: (limit: number, offset: number) => T[];
}

/** The sandbox's state in SQLite, either in a file or in memory. Each resource defines its own tables. */
export class Store {
	private db!: DatabaseSync;
	private readonly statements = new Map<string, StatementSync>();

	/** Records created within the last `getDelay()` milliseconds, oldest first. */
	private recent: Array<{ table: string; id: number; at: number }> = [];
	private readonly getDelay: () => number;

	/** The SQL of all tables. */
	private tables =
		'CREATE TABLE IF NOT EXISTS counts (name TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;';

	/** Prepares a store, which `open` opens. Lists omit a record until it is `getDelay()` milliseconds old. */
	constructor(getDelay: () => number) {
		this.getDelay = getDelay;
	}

	/** Adds the tables of a resource from their SQL, `CREATE TABLE IF NOT EXISTS …`. */
	define(sql: string) {
		this.tables += sql;
	}

	/**
	 * Opens the file, and creates the tables if it is new. Throws if it isn't a database that was created with the same
	 * tables, and then leaves it as it is.
	 */
	open(file: string) {
		this.db = new DatabaseSync(file);
		const version = crc32(this.tables) | 0;
		const isNew = this.get('SELECT 1 FROM sqlite_master') === undefined;
		if (!isNew && this.get<Values>('PRAGMA user_version')?.user_version !== version) {
			throw new Error('it is not from this version of the sandbox');
		}
		// A power cut may lose the sandbox's latest writes; that is better than waiting for the disk.
		const pragmas = `journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA user_version = ${version};`;
		this.db.exec(`PRAGMA ${pragmas} ${this.tables}`);
	}

	/** Returns the first row of a SELECT statement, or undefined. */
	get<T>(sql: string, ...values: Value[]) {
		return this.prepare(sql).get(...values.map(toSql)) as T | undefined;
	}

	/** Returns all rows of a SELECT statement. */
	all<T>(sql: string, ...values: Value[]) {
		return this.prepare(sql).all(...values.map(toSql)) as T[];
	}

	/** Runs a statement other than SELECT, and returns the number of rows that it changed. */
	run(sql: string, ...values: Value[]) {
		return Number(this.prepare(sql).run(...values.map(toSql)).changes);
	}

	/** Inserts a record (values by column name), and returns its ID. */
	insert(table: string, record: Values) {
		const columns = Object.keys(record);
		const places = columns.map(() => '?').join(', ');
		const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`;
		const result = this.prepare(sql).run(...Object.values(record).map(toSql));
		const id = Number(result.lastInsertRowid);
		if (this.getDelay() > 0) this.recent.push({ table, id, at: performance.now() });
		return id;
	}

	/** Sets these columns of the row with this ID. Returns false if the row doesn't exist. */
	update(table: string, id: number, changes: Values) {
		const columns = Object.keys(changes).filter((column) => changes[column] !== undefined);
		if (columns.length === 0) return this.find(table, id) !== undefined;
		const sql = `UPDATE ${table} SET ${columns.map((c) => `${c} = ?`).join(', ')} WHERE id = ?`;
		return this.run(sql, ...columns.map((column) => changes[column]), id) > 0;
	}

	/** Returns the row with this ID, or undefined. */
	find<T>(table: string, id: number) {
		return this.get<T>(`SELECT * FROM ${table} WHERE id = ?`, id);
	}

	/**
	 * Returns all rows of `from` as a paged list of records. `from` is a table, or a counted part of a table (see
	 * `createTable`).
	 */
	list<Row, T>(from: string, toRecord: (row: Row) => T): Source<T> {
		const source = this.listWhere(from, [], toRecord);
		return this.getDelay() > 0 ? source : { ...source, total: this.count(from) };
	}

	/**
	 * Returns the matching rows of `from` as a paged list of records. `values` fill the placeholders in the WHERE
	 * clause of `from`.
	 */
	listWhere<Row, T>(
		from: string,
		values: Value[],
		toRecord: (row: Row) => T,
		order = 'id',
	): Source<T> {
		const shown = this.withoutRecent(from);
		const sql = `SELECT * FROM ${shown} ORDER BY ${order} LIMIT ? OFFSET ?`;
		return {
			total: this.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${shown}`, ...values)!.n,
			rows: (limit, offset) => this.all<Row>(sql, ...values, limit, offset).map(toRecord),
		};
	}

	/** Returns `from` restricted to the records that are old enough for lists. */
	private withoutRecent(from: string) {
		const since = performance.now() - this.getDelay();
		this.recent = this.recent.filter(({ at }) => at > since);
		const first = this.recent.find(({ table }) => from.split(' ', 1)[0] === table);
		if (!first) return from;
		return `${from} ${from.includes(' WHERE ') ? 'AND' : 'WHERE'} id < ${first.id}`;
	}

	/** Deletes the row with this ID. Returns false if the row doesn't exist. */
	remove(table: string, id: number) {
		return this.run(`DELETE FROM ${table} WHERE id = ?`, id) > 0;
	}

	/**
	 * Returns the number of rows of `from` (a table, or a counted part of one). Reads only the counters, not the
	 * rows.
	 */
	count(from: string) {
		return this.get<{ n: number }>('SELECT n FROM counts WHERE name = ?', from)?.n ?? 0;
	}

	/**
	 * Runs `work` in a transaction, and returns its result. If `work` throws, undoes its changes and throws the same
	 * error.
	 */
	transaction<T>(work: () => T) {
		this.db.exec('BEGIN');
		try {
			const result = work();
			this.db.exec('COMMIT');
			return result;
		} catch (error) {
			this.db.exec('ROLLBACK');
			throw error;
		}
	}

	/** Empties every table, and restarts the IDs at 1. */
	clear() {
		const tables = this.all<{ name: string }>(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
		);
		this.transaction(() => {
			for (const { name } of tables) this.db.exec(`DELETE FROM ${name}`);
			this.db.exec('DELETE FROM sqlite_sequence');
		});
		this.recent = [];
	}

	/** Closes the database. */
	close() {
		this.statements.clear();
		this.db.close();
	}

	/** Returns the prepared statement of this SQL. Each statement is prepared only once. */
	private prepare(sql: string) {
		let statement = this.statements.get(sql);
		if (statement === undefined) {
			statement = this.db.prepare(sql);
			this.statements.set(sql, statement);
		}
		return statement;
	}
}

/**
 * Returns the SQL that creates a table with an ID, a creation time and these columns, and the triggers that count its
 * rows. If `part` is set, they also count the rows in which the column with that name is true, and
 * `count('table WHERE part')` returns their number. Lists and quotas need these numbers for every request, and COUNT(*)
 * would read every row.
 */
export function createTable(table: string, columns: string, part?: string) {
	const counted = (suffix = '', where = '', when: (row: string) => string = () => '') => `
		CREATE TRIGGER IF NOT EXISTS ${table}${suffix}_in AFTER INSERT ON ${table} ${when('NEW')} BEGIN
			INSERT INTO counts VALUES ('${table}${where}', 1) ON CONFLICT (name) DO UPDATE SET n = n + 1;
		END;
		CREATE TRIGGER IF NOT EXISTS ${table}${suffix}_out AFTER DELETE ON ${table} ${when('OLD')} BEGIN
			UPDATE counts SET n = n - 1 WHERE name = '${table}${where}';
		END;`;
	return `
		CREATE TABLE IF NOT EXISTS ${table} (
			id INTEGER PRIMARY KEY AUTOINCREMENT,
			created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
			${columns}
		);
		${counted()}
		${part === undefined ? '' : counted(`_${part}`, ` WHERE ${part}`, (row) => `WHEN ${row}.${part}`)}`;
}

/** Returns a value in the form that SQLite stores. */
function toSql(value: Value): SQLInputValue {
	if (value === undefined) return null;
	return typeof value === 'boolean' ? Number(value) : value;
}

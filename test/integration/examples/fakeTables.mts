/** Stores the rows of the faked Google Sheets, Airtable and Data Table, so that a run can read rows of earlier runs. */
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { toText } from '../../support/sent.mts';

interface Condition {
	keyName: string;
	/** The comparison; by default, the values must be equal. */
	condition?: 'isEmpty' | 'isTrue' | 'isFalse' | 'lt' | 'gte' | 'lte';
	keyValue?: unknown;
}

/** The node parameters that the examples use. */
interface TableCall {
	operation?: unknown;
	filters?: { conditions?: unknown };
	columns?: { mappingMode?: string; value: IDataObject; matchingColumns?: string[] };
	dataTableId?: unknown;
	/** The condition of an Airtable node, e.g. `AND({a} != '', {b} = '')`. */
	filterByFormula?: unknown;
}

const READS = /^(get|read|search)$/;

export class FakeTables {
	#rows = new Map<string, IDataObject[]>();

	/** Returns the rows of a data table, of the only sheet, or of the only Airtable base. */
	rows(name: string) {
		const rows = this.#rows.get(name) ?? [];
		this.#rows.set(name, rows);
		return rows;
	}

	/** Returns a copy of all current rows. */
	snapshot() {
		return structuredClone(Object.fromEntries(this.#rows));
	}

	clear() {
		this.#rows.clear();
	}

	/** Fills an empty table with the sample data of a node that reads it. */
	prefill({ type, parameters }: INode, sample: INodeExecutionData[]) {
		const name = getName(type, parameters);
		const isFirst = name !== undefined && !this.#rows.has(name);
		if (!isFirst || !READS.test(toText(parameters.operation ?? ''))) return;
		// Airtable's records have their columns in `fields`.
		const rows = sample.map(({ json: { fields, ...json } }) => ({
			...json,
			...(fields as object),
		}));
		this.#rows.set(name, structuredClone(rows) as IDataObject[]);
	}

	/** Returns the node's output for an item, or undefined if the node doesn't use a table. */
	run({ type }: INode, given: TableCall, { json }: INodeExecutionData) {
		const name = getName(type, given);
		if (name === undefined) return undefined;
		const rows = this.rows(name);
		const isMapped = given.columns?.mappingMode === 'autoMapInputData';
		const values = isMapped ? json : (given.columns?.value ?? {});
		const call = given.columns ? { ...given, columns: { ...given.columns, value: values } } : given;
		const matching = rows.filter((row) => isMeant(row, call));
		const add = () => {
			const row = { id: rows.length + 1, ...values };
			rows.push(row);
			return row;
		};
		switch (toText(call.operation)) {
			case 'read':
			case 'get':
			case 'search':
				return structuredClone(
					name === BASE ? matching.map(({ id, ...fields }) => ({ id, fields })) : matching,
				);
			case 'insert':
			case 'append':
				add();
				return [values];
			case 'update':
			case 'upsert':
			case 'appendOrUpdate':
				for (const row of matching) Object.assign(row, values);
				if (matching.length === 0 && call.operation !== 'update') matching.push(add());
				return name === SHEET ? [values] : structuredClone(matching);
			case 'deleteRows':
				this.#rows.set(
					name,
					rows.filter((row) => !matching.includes(row)),
				);
				return matching;
			default:
				throw new Error(`The fake of ${type} cannot ${toText(call.operation)}`);
		}
	}
}

const SHEET = 'the sheet';
const BASE = 'the base';

function getName(type: string, { dataTableId }: TableCall) {
	if (type.endsWith('googleSheets')) return SHEET;
	if (type.endsWith('airtable')) return BASE;
	// A node that creates a table has no table ID.
	return type.endsWith('dataTable') && dataTableId
		? toText((dataTableId as IDataObject).value)
		: undefined;
}

function isMeant(row: IDataObject, call: TableCall) {
	const { columns, filters, filterByFormula = '' } = call;
	const asked = [...toText(filterByFormula).matchAll(/\{(\w+)\} (!?)= ''/g)];
	if (
		asked.some(([, column, not]) => CONDITIONS.isEmpty(row[column] as string, '') === (not === '!'))
	)
		return false;
	const columnsToMatch = (columns?.matchingColumns ?? []).map((column) => ({
		keyName: column,
		keyValue: columns!.value[column],
	}));
	const conditions = (filters?.conditions ?? columnsToMatch) as Condition[];
	return conditions.every(({ keyName, condition = 'eq', keyValue }) =>
		CONDITIONS[condition](row[keyName] as string, keyValue as string),
	);
}

const CONDITIONS: Record<string, (cell: string, value: string) => boolean> = {
	eq: (cell, value) => plain(cell) === plain(value),
	isEmpty: (cell: unknown) => cell === undefined || cell === null || cell === '',
	isTrue: (cell: unknown) => cell === true,
	isFalse: (cell: unknown) => cell === false,
	lt: (cell, value) => cell < value,
	gte: (cell, value) => cell >= value,
	lte: (cell, value) => cell <= value,
};

/** Converts a number to a string, because a sheet doesn't distinguish a number from its digits. */
const plain = (value: unknown) => (typeof value === 'number' ? String(value) : value);

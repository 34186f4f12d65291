/** The rows behind the fakes of Google Sheets, Airtable and Data Table: what a run writes, the next one reads. */
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { toText } from '../../support/sent.mts';

interface Condition {
	keyName: string;
	/** Default: equals. */
	condition?: 'isEmpty' | 'isTrue' | 'isFalse' | 'lt' | 'gte' | 'lte';
	keyValue?: unknown;
}

/** Parameters of both nodes, as far as the examples use them. */
interface TableCall {
	operation?: unknown;
	filters?: { conditions?: unknown };
	columns?: { mappingMode?: string; value: IDataObject; matchingColumns?: string[] };
	dataTableId?: unknown;
	/** Of Airtable: `AND({a} != '', {b} = '')`. */
	filterByFormula?: unknown;
}

const READS = /^(get|read|search)$/;

export class FakeTables {
	#rows = new Map<string, IDataObject[]>();

	/** The rows of a data table, or those of the one sheet. */
	rows(name: string) {
		const rows = this.#rows.get(name) ?? [];
		this.#rows.set(name, rows);
		return rows;
	}

	/** All rows as they are now. */
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
		this.#rows.set(name, structuredClone(sample.map(({ json }) => json)));
	}

	/** What the node returns for an item, or undefined if it is no node with rows. */
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
				return structuredClone(matching);
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

function getName(type: string, { dataTableId }: TableCall) {
	if (type.endsWith('googleSheets')) return SHEET;
	if (type.endsWith('airtable')) return 'the base';
	// A table that is created has none.
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

/** A number in a sheet is the same as its digits. */
const plain = (value: unknown) => (typeof value === 'number' ? String(value) : value);

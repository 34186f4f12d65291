import type { IBinaryData, IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Client } from '../api/client';
import type { ServiceRequest } from '../api/request';
import type { Input } from './input';

/**
 * An endpoint as the documents write it: `PUT /api/url/{linkId}/update`. Each `{name}` is a field of the
 * operation; its value is encoded into the path. `legacy:` before the path marks the v3 interface.
 */
export type Route = `${ServiceRequest['method']} ${'' | 'legacy:'}/${string}`;

/** One output item before it is paired with its input. */
export interface Output {
	json: IDataObject;
	binary?: Record<string, IBinaryData>;
}

/** What an operation that makes several calls may use. Everything else stays pure. */
export interface Call {
	client: Client;
	/** Identifies execution, node and item; the same when n8n repeats the node. */
	runId: (input: Input) => string;
	/** Keeps a stream in n8n's binary store; rejects if it ends too early. */
	store: (stream: unknown, fileName: string, mimeType: string) => Promise<IBinaryData>;
	/** Reads a stream into memory. */
	readAll: (stream: unknown) => Promise<Buffer>;
}

/** How an answer becomes items. */
export type Answer =
	| { as: 'record' }
	| { as: 'deleted' }
	| {
			as: 'list';
			/** Names of the collection in the envelope, the documented one first. */
			collections: string[];
			/** False where the endpoint answers with everything at once. */
			isPaged?: boolean;
			/** Makes a record of a row, e.g. to carry the link's id on each. */
			row?: (row: IDataObject, input: Input) => IDataObject;
	  };

interface Common {
	fields: INodeProperties[];
}

/** The usual operation: one request per item. Data, and at most a few pure functions. */
export interface Endpoint extends Common {
	route: Route;
	query?: (input: Input) => IDataObject;
	body?: (input: Input) => IDataObject;
	/** Headers of the request; `call.runId` makes an idempotency key. */
	headers?: (input: Input, call: Pick<Call, 'runId'>) => Record<string, string>;
	/** `record` if absent. */
	answer?: Answer;
}

/** An operation of several calls for each item. */
export interface Composite extends Common {
	run: (input: Input, call: Call) => Promise<Output[]>;
	/** Items with the same lane keep their input order. */
	lane?: (input: Input) => string;
}

/** An operation that sends many items in one request. Each input ends as its result or its failure. */
export interface Bulk extends Common {
	runAll: (
		inputs: Input[],
		call: Call,
		/** `isDone` is called once for each input that succeeded. */
		limits: { concurrency: number; stopEarly: boolean; isDone: () => void },
	) => Promise<Array<PromiseSettledResult<Output[]>>>;
}

export type Operation = Endpoint | Composite | Bulk;

/** A resource: its entry in the Resource menu, its Operation menu, and what each entry does. */
export interface Resource {
	entry: INodePropertyOptions;
	menu: INodeProperties;
	operations: Record<string, Operation>;
}

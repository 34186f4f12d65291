import type { IBinaryData, IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Client } from '../api/client';
import type { ServiceRequest } from '../api/request';
import type { Input } from './input';
import type { InputFile } from './inputFile';

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
	/** The secret with which the trigger expects the deliveries to this webhook URL to be signed. */
	signingSecret: (webhookUrl: string) => string;
	/** The input item's file that a field names. */
	inputFile: (input: Input, field: string) => Promise<InputFile>;
	/** Keeps a stream in n8n's binary store; rejects if it ends too early. */
	store: (stream: unknown, fileName: string, mimeType: string) => Promise<IBinaryData>;
	/** Reads a stream into memory. */
	readAll: (stream: unknown) => Promise<Buffer>;
}

/** Makes an item of what the service sent, e.g. to carry the link's id. */
type Row = (record: IDataObject, input: Input) => IDataObject;

/** How an answer becomes items. */
export type Answer =
	| { as: 'record'; row?: Row }
	| { as: 'deleted' }
	| {
			as: 'list';
			/** Names of the collection in the envelope, the documented one first. */
			collections: string[];
			/** False where the endpoint answers with everything at once. */
			isPaged?: boolean;
			/** Where an object of counts may come instead of a list: the field that takes its keys. */
			keyedBy?: string;
			row?: Row;
	  };

/** What is allowed but seldom wanted: told by one hint for all items that it applies to. */
export interface Advice {
	/** May throw where a value of the item is unusable: the item fails for it in its own turn. */
	applies: (input: Input) => boolean;
	/** The hint, for `count` of `total` items. */
	hint: (count: number, total: number) => string;
}

interface Common {
	fields: INodeProperties[];
	advice?: Advice[];
	/** Where its records have more than ten fields: those that 'Simplify' keeps. See `outputChoice`. */
	simplified?: string[];
}

/** The usual operation: one request per item. Data, and at most a few pure functions. */
export interface Endpoint extends Common {
	route: Route;
	/** True for a public endpoint, which must not see the key. */
	isPublic?: boolean;
	query?: (input: Input) => IDataObject;
	body?: (input: Input) => IDataObject;
	/** Headers of the request; `call.runId` makes an idempotency key. */
	headers?: (input: Input, call: Pick<Call, 'runId'>) => Record<string, string>;
	/** `record` if absent. */
	answer?: Answer;
}

/** An operation of several calls for each item. */
export interface Composite extends Common {
	/** The endpoints that it may call, its main one first; for documentation and tests. */
	calls: Route[];
	run: (input: Input, call: Call) => Promise<Output[]>;
	/** Items with the same lane keep their input order. */
	lane?: (input: Input) => string;
}

/** An operation that sends many items in one request. Each input ends as its result or its failure. */
export interface Bulk extends Common {
	/** As for a composite. */
	calls: Route[];
	runAll: (
		inputs: Input[],
		call: Call,
		limits: { concurrency: number; stopEarly: boolean },
	) => Promise<Array<PromiseSettledResult<Output[]>>>;
}

export type Operation = Endpoint | Composite | Bulk;

/** A resource: its entry in the Resource menu, its Operation menu, and what each entry does. */
export interface Resource {
	entry: INodePropertyOptions;
	menu: INodeProperties;
	operations: Record<string, Operation>;
}

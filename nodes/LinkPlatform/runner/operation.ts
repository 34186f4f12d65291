/**
 * The types of the operations in `resources/`. An operation is data that defines the form in n8n, the request, and the
 * output items:
 *
 *     export const update: RequestOperation = {
 *     	action: 'Update channel', // in n8n's list of actions
 *     	description: 'Change a channel',
 *     	route: 'PUT /api/channel/{channelId}/update', // {channelId} is the value of the field with that name
 *     	fields: [channelId, collection('Update Fields', [name, color])],
 *     	body: (input) => getChanges(input), // the default: see `body` below
 *     	toItem: (record) => record, // changes the record of the response before it comes out
 *     };
 *
 * An operation that sends several requests is a `CompositeOperation`, with `run` instead of `route` and
 * `body`.
 */
import type { IDataObject } from 'n8n-workflow';
import type { List } from '../api/paging';
import type { Route } from '../api/route';
import type { Accounts } from './accounts';
import type { Field } from './fields';
import type { Input } from './input';
import type { OperationContext } from './operationContext';
import type { Output } from './items';

// Re-exported, so that operations can import all their types from this file.
export type { Field } from './fields';
export type { Output } from './items';
export type { OperationContext } from './operationContext';

/** Converts a record of the response to the JSON of an item, e.g. to add the link's ID. */
export type ToItem = (record: IDataObject, input: Input, context: OperationContext) => IDataObject;

/**
 * Returns hints about something in a run's items that is allowed but rarely intended. Skips items with unusable values,
 * because they fail later with their own messages.
 */
export type Warning = (inputs: Input[]) => string[];

interface CommonOperation {
	/**
	 * The label in the Operation dropdown. Default: the operation's value as a title, e.g. "Get Usage" for `getUsage`.
	 */
	name?: string;
	/** The label in n8n's list of actions, e.g. "Get many links". */
	action: string;
	description: string;
	/** A hint that helps AI workflow builders choose this operation. */
	builderHint?: string;
	fields: Field[];
	warnings?: Warning[];
	/** True if a mistake could lock the owner out of the account. AI tools can't use such an operation. */
	isForPeople?: boolean;
}

/** The usual kind of operation: one request per item. It consists of data and at most a few pure functions. */
export interface RequestOperation extends CommonOperation {
	/** The endpoint. The output of a `DELETE` is `{deleted: true}`. */
	route: Route;
	/** The list in the response. Each of its records becomes an item. By default, the response is one record. */
	list?: List;
	/** Converts a record of the response to the JSON of its item. */
	toItem?: ToItem;
	/** True for a public endpoint, to which the API key must not be sent. */
	isPublic?: boolean;
	query?: (input: Input) => IDataObject;
	/**
	 * Returns the body of the request. By default, it has the required fields that aren't in the route, and the fields in
	 * 'Additional Fields' or 'Update Fields', under their names. An update that has nothing else needs one of the latter.
	 */
	body?: (input: Input) => IDataObject;
	/** Returns additional headers of the request. */
	headers?: (input: Input) => Record<string, string>;
	/**
	 * False if the endpoint isn't idempotent, although its HTTP method is. Such a request isn't sent again if the
	 * response is lost.
	 */
	isRepeatable?: boolean;
}

/** An operation that may send several requests per item. */
export interface CompositeOperation extends CommonOperation {
	/** The endpoints that the operation may call, the main one first. Used by the documentation and tests. */
	routes: Route[];
	run: (input: Input, context: OperationContext) => Promise<Output[]>;
	/**
	 * True if an item is looked up before anything is created for it. Another try of the item then finds what an ended
	 * request has created. Such items wait for other runs of the account that look up, too.
	 */
	looksUp?: (input: Input) => boolean;
	/** Returns the output of an item that can't be run, and must not fail because it is only checked ('Only Check'). */
	toPlans?: (thrown: unknown, input: Input, accounts: Accounts, stops: boolean) => Output[];
	/** Returns the key of an item. Items with the same key are processed in input order. */
	orderingKey?: (input: Input) => string | undefined;
	/**
	 * True if n8n pauses the execution after the node. Such an operation can run neither for several items nor as an
	 * AI tool.
	 */
	pauses?: boolean;
}

/** An operation that sends several items in one request. Each item still gets its own result or failure. */
export interface BulkOperation extends CommonOperation {
	/** The endpoints that the operation may call, the main one first. */
	routes: Route[];
	runAll: (inputs: Input[], accounts: Accounts, stopEarly: boolean) => Promise<Outcomes>;
}

/** The outcomes of several items: the output items of each, or its failure. */
export type Outcomes = Array<PromiseSettledResult<Output[]>>;

export type Operation = RequestOperation | CompositeOperation | BulkOperation;

/**
 * A resource: its entry in the Resource dropdown, and its operations in the order of the Operation dropdown. The first
 * operation is the default.
 */
export interface Resource {
	/** The label in the Resource dropdown. Default: the value as a title, e.g. "Bio Page" for `bioPage`. */
	name?: string;
	value: string;
	description: string;
	operations: Record<string, Operation>;
}

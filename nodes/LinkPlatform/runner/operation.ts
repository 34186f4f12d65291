/**
 * The types of the operations in `resources/`: data, from which n8n's form, the request and the items follow.
 *
 *     export const update: RequestOperation = {
 *     	name: 'Update', // in the Operation menu
 *     	action: 'Update channel', // in n8n's list of actions
 *     	description: 'Change a channel',
 *     	route: 'PUT /api/channel/{channelId}/update', // {channelId}: the value of the field with that name
 *     	fields: [channelId, collection('Update Fields', [name, color])],
 *     	body: (input) => input.nonEmptyCollection('updateFields'), // throws if nothing was filled in
 *     	response: { as: 'record' }, // the default; `as: 'list'` makes an item of each record
 *     };
 *
 * An operation of several requests is a `CompositeOperation`, with `run` in place of `route`, `body` and `response`.
 */
import type { IDataObject } from 'n8n-workflow';
import type { List } from '../api/paging';
import type { Route } from '../api/route';
import type { Accounts } from './accounts';
import type { Field } from './fields';
import type { Input } from './input';
import type { OperationContext } from './operationContext';
import type { Output } from './items';

// The types that operations are written with, from one place.
export type { Field } from './fields';
export type { Output } from './items';
export type { OperationContext } from './operationContext';

/** Makes an item of a record of the response, e.g. to add the link's ID. */
export type ToItem = (record: IDataObject, input: Input, context: OperationContext) => IDataObject;

/** The way in which a response becomes items. */
export type ResponseFormat =
	| { as: 'record'; toItem?: ToItem }
	| { as: 'deleted' }
	| { as: 'list'; list: List; toItem?: ToItem };

/** Something that is allowed but seldom wanted: one hint for all items that it applies to. */
export interface Warning {
	/** True if the hint applies to an item. May throw if a value is unusable: the item then fails when it is its turn. */
	when: (input: Input) => boolean;
	/** Returns the hint for `count` of `total` items. */
	hint: (count: number, total: number) => string;
}

interface MenuEntry {
	/** In the Operation menu, e.g. "Get Many". */
	name: string;
	/** In n8n's list of actions, e.g. "Get many links". */
	action: string;
	description: string;
	/** A hint for an AI that builds workflows, before it chooses this operation. */
	builderHint?: string;
}

interface CommonOperation extends MenuEntry {
	fields: Field[];
	warnings?: Warning[];
	/** True if a mistake may lock the owner out: refused as a tool. */
	isForPeople?: boolean;
	/** The fields that 'Simplified' leaves out, if it has `outputFields`. See `selectFields`. */
	details?: string[];
}

/** The usual operation: one request per item. Data, and at most a few pure functions. */
export interface RequestOperation extends CommonOperation {
	route: Route;
	/** True for a public endpoint, which must not get the key. */
	isPublic?: boolean;
	query?: (input: Input) => IDataObject;
	body?: (input: Input) => IDataObject;
	/** Headers of the request. */
	headers?: (input: Input) => Record<string, string>;
	/** False if sending the request twice differs from once, although its method promises that it doesn't. */
	isRepeatable?: boolean;
	/** `{ as: 'record' }` if absent. */
	response?: ResponseFormat;
}

/** An operation that makes several requests per item. */
export interface CompositeOperation extends CommonOperation {
	/** The endpoints that it may call, the main one first; for documentation and tests. */
	routes: Route[];
	run: (input: Input, context: OperationContext) => Promise<Output[]>;
	/** Items with the same key keep their input order. */
	orderingKey?: (input: Input) => string | undefined;
	/** Runs the items of an account, e.g. when another run has ended. `work` runs all of them, and is to be called once. */
	around?: (inputs: Input[], context: OperationContext, work: () => Promise<void>) => Promise<void>;
	/** True if the execution waits after it. Then it is refused for several items, and as a tool. */
	pauses?: boolean;
}

/** An operation that sends many items in one request. Each input ends with its result or its failure. */
export interface BulkOperation extends CommonOperation {
	/** The endpoints that it may call, the main one first. */
	routes: Route[];
	runAll: (
		inputs: Input[],
		accounts: Accounts,
		stopEarly: boolean,
	) => Promise<Array<PromiseSettledResult<Output[]>>>;
}

export type Operation = RequestOperation | CompositeOperation | BulkOperation;

/** The properties that several operations share, to be spread into each after its menu entry. */
export type Shared<T extends Operation> = Omit<T, keyof MenuEntry>;

/** A resource: its entry in the Resource menu, and its operations in the order of the Operation menu, the first one preset. */
export interface Resource {
	name: string;
	value: string;
	description: string;
	operations: Record<string, Operation>;
}

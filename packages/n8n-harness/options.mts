/** Refuses misspelled options, which nothing else would notice in JavaScript. */
import { closest, distance } from 'fastest-levenshtein';
import type {
	EngineOptions,
	InputItem,
	ListSearchOptions,
	LoadOptions,
	RunNodeOptions,
	RunWorkflowOptions,
} from './index.mts';
import { UserError } from './n8nWorkflow.mts';
import type { ToolOptions } from './toolCalls.mts';
import type { DeliverOptions, TriggerHostOptions, TriggerWorkflow } from './triggers/types.mts';

/** The words of a text. */
type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Returns the words of a text, which has to consist of the names of all fields of `T`. */
const namesOf =
	<T,>() =>
	<Text extends string>(
		text: [Words<Text>, keyof T] extends [keyof T, Words<Text>] ? Text : never,
	) =>
		text.split(' ');

/** The beginning of each message, and the names that exist. */
const KNOWN = {
	'openEngine has no option': namesOf<EngineOptions>()(
		'packageFolder credentials extraNodeTypes expressionEngine binaryMode',
	),
	'runNode has no option': namesOf<RunNodeOptions>()(
		'node parameters items credentials onError settings nodeSettings mode signal baseUrl executionId workflowId',
	),
	'runWorkflow has no option': namesOf<RunWorkflowOptions>()(
		'input startNode credentials mode signal baseUrl executionId workflowId',
	),
	'An input item has no field': namesOf<InputItem>()('json binary'),
	'loadOptions and resourceMapping have no option': namesOf<LoadOptions>()(
		'node parameters credentials path baseUrl',
	),
	'listSearch has no option': namesOf<ListSearchOptions>()(
		'filter paginationToken node parameters credentials path baseUrl',
	),
	'connectTool has no option': namesOf<ToolOptions>()(
		'node parameters executionId credentials nodeSettings',
	),
	'startTriggerHost has no option': namesOf<TriggerHostOptions>()('credentials testEndpoint'),
	'publish has no option': namesOf<TriggerWorkflow>()('node parameters webhookId typeVersion'),
	'deliver has no option': namesOf<DeliverOptions>()('method headers body'),
};

/**
 * Throws a UserError if a name in `given` doesn't exist. It names the option that is spelled alike, or else all of them.
 */
export function checkNames(lacks: keyof typeof KNOWN, given: object): void {
	refuseUnknown(lacks, given, KNOWN[lacks]);
}

/** Throws a UserError that begins with `lacks` if a name in `given` isn't known. */
export function refuseUnknown(lacks: string, given: object, known: string[]): void {
	const unknown = Object.keys(given).find((name) => !known.includes(name));
	if (unknown === undefined) return;
	const nearest = known.length > 0 ? closest(unknown, known) : undefined;
	const isAlike = nearest !== undefined && distance(unknown, nearest) <= 2;
	const advice = isAlike ? `Did you mean "${nearest}"?` : `It has: ${known.join(', ') || 'none'}`;
	throw new UserError(`${lacks} "${unknown}". ${advice}`);
}

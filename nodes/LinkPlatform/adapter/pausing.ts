import { DateTime } from 'luxon';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	IWebhookFunctions,
} from 'n8n-workflow';
import { Failure } from '../api/failure';
import { fill } from '../api/fill';
import { assertReachable } from './baseUrls';
import { isTool } from './isTool';
import { pausingMessages } from './messages';

/** The data that a waiting node needs when a delivery arrives. n8n saves it with the execution. */
export interface SavedWait {
	nonce: string;
	/** In seconds since 1970. */
	until: number;
	webhookId: string;
	events: string[];
	/** Filters as in the trigger. */
	filters: IDataObject;
	/** In ms since 1970, by n8n's clock: events from before don't count. */
	notBefore: number;
	/** By how many ms Link Platform's clock was ahead of n8n's when the node subscribed. */
	clockAhead: number;
}

/** Throws if n8n can't pause here. Nothing has been sent yet. */
export function assertPausable(context: IExecuteFunctions): void {
	if (isTool(context)) throw Failure.input(pausingMessages.notAsTool);
	const count = context.getInputData().length;
	// n8n pauses whole executions, and resumes them with a single delivery.
	if (count > 1) throw Failure.input(pausingMessages.oneItem, { count });
}

/** Makes the control with which an operation waits for a delivery. */
export function createWaitControl(
	context: IExecuteFunctions,
	credentials: ICredentialDataDecryptedObject,
	item: number,
) {
	return {
		/** The input item, with its files. */
		item: context.getInputData()[item],
		/** The URL at which n8n accepts calls for this execution. */
		executionUrl: getExecutionUrl(context),
		nodeId: context.getNode().id,
		/** The names of later Wait nodes that anyone who knows this node's URL can resume. */
		openWaits: getOpenWaits(context),
		/** Throws for a URL that Link Platform can't reach. */
		assertReachable: (url: string) => assertReachable(url, credentials),
		/** Makes n8n pause after this node. `timedOut` is the node's output if no delivery arrives in time. */
		pause: async (wait: SavedWait, url: string, what: string, timedOut: INodeExecutionData) => {
			const until = new Date(wait.until * 1000);
			context.getContext('node').pause = wait;
			context.getExecuteData().data.main = [[timedOut]];
			// The editor passes the URL to the node's `waitingNodeTooltip`, which shows what follows the `#`.
			const local = DateTime.fromJSDate(until, { zone: context.getTimezone() });
			const time = local.toFormat('d MMM HH:mm (z)');
			const { message } = fill(pausingMessages.waiting, { event: what, time });
			context.setMetadata({ resumeUrl: `${url}#${encodeURIComponent(message)}` });
			await context.putExecutionToWait(until);
		},
	};
}

/** Returns the URL at which n8n accepts calls for a waiting execution, with the token that it requires. */
export function getExecutionUrl(context: IExecuteFunctions | IWebhookFunctions): string {
	return String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
}

/**
 * Returns the names of Wait nodes after this one that accept any call with the token of the execution, which all its URLs
 * contain. Nodes that send and wait use signed links instead.
 */
function getOpenWaits(context: IExecuteFunctions): string[] {
	const later = context.getChildNodes(context.getNode().name, { includeNodeParameters: true });
	const isOpen = ({ resume, incomingAuthentication = 'none' }: INodeParameters) =>
		['webhook', 'form'].includes(String(resume)) && incomingAuthentication === 'none';
	return later
		.filter(({ type, disabled }) => type === 'n8n-nodes-base.wait' && !disabled)
		.filter(({ parameters }) => isOpen(parameters ?? {}))
		.map(({ name }) => name);
}

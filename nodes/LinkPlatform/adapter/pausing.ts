import { tryToParseDateTime } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';
import { Failure } from '../api/failure';
import { fill } from '../api/fill';
import { isTool } from './isTool';
import { pausingMessages } from './messages';
import { refuseUnreachable } from './reachable';

/** What a waiting node has to know again when a delivery comes. n8n keeps it with the execution. */
export interface Pause {
	nonce: string;
	/** In seconds since 1970. */
	until: number;
	webhookId: string;
	events: string[];
	/** As the trigger's. */
	filters: IDataObject;
	/** When the wait began, in ms since 1970. */
	since: number;
}

/** Pausing the execution, for an operation that waits for a delivery. */
export interface Pausing {
	/** The item that came in, with its files. */
	item: INodeExecutionData;
	/** The URL of this execution to which n8n's own path and query are added. */
	executionUrl: string;
	nodeId: string;
	/** Refuses a URL that Link Platform cannot reach. */
	refuseUnreachable: (url: string) => void;
	/** Has n8n pause after this node; `timedOut` is what comes out where nothing else does until then. */
	pause: (pause: Pause, url: string, what: string, timedOut: INodeExecutionData) => Promise<void>;
}

/** Before anything is sent: what n8n cannot pause for. */
export function refuseUnpausable(context: IExecuteFunctions): void {
	if (isTool(context)) throw Failure.input(pausingMessages.notAsTool);
	const count = context.getInputData().length;
	// n8n pauses whole executions, and goes on with what one delivery gives.
	if (count > 1) throw Failure.input(pausingMessages.oneItem, { count });
}

export function createPausing(
	context: IExecuteFunctions,
	credentials: ICredentialDataDecryptedObject,
	item: number,
): Pausing {
	return {
		item: context.getInputData()[item],
		executionUrl: getExecutionUrl(context),
		nodeId: context.getNode().id,
		refuseUnreachable: (url) => refuseUnreachable(url, credentials),
		pause: async (pause, url, what, timedOut) => {
			const until = new Date(pause.until * 1000);
			context.getContext('node').pause = pause;
			context.getExecuteData().data.main = [[timedOut]];
			// The editor hands the URL to the node's `waitingNodeTooltip`, which shows what stands after the sign.
			const time = toWords(until, context.getTimezone());
			const { message } = fill(pausingMessages.waiting, { event: what, time });
			context.setMetadata({ resumeUrl: `${url}#${encodeURIComponent(message)}` });
			await context.putExecutionToWait(until);
		},
	};
}

/** Where n8n takes calls for an execution that waits, with the token that it demands. */
export function getExecutionUrl(context: IExecuteFunctions | IWebhookFunctions): string {
	return String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
}

/** '28 Nov 09:00' in the workflow's time zone. */
function toWords(date: Date, timezone: string): string {
	return tryToParseDateTime(date.toISOString(), timezone).setZone(timezone).toFormat('d MMM HH:mm');
}

import { DateTime } from 'luxon';
import type {
	ICredentialDataDecryptedObject,
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

/** Throws if n8n can't pause the execution at this node. Runs before anything is sent. */
export function assertPausable(context: IExecuteFunctions): void {
	if (isTool(context)) throw Failure.input(pausingMessages.notAsTool);
	const count = context.getInputData().length;
	// Refuse several items, because n8n pauses the whole execution, and a single delivery resumes it for all of them.
	if (count > 1) throw Failure.input(pausingMessages.oneItem, { count });
}

/** Returns the functions and data that an operation needs to wait for a delivery. */
export function createWaitControl(
	context: IExecuteFunctions,
	credentials: ICredentialDataDecryptedObject,
	item: number,
) {
	return {
		/** The input item, including its files. */
		item: context.getInputData()[item],
		/** The URL at which n8n accepts calls that resume this execution. */
		executionUrl: getExecutionUrl(context),
		nodeId: context.getNode().id,
		/** The names of later Wait nodes that this node's URL can also resume. */
		openWaits: getOpenWaits(context),
		/** Throws if Link Platform can't reach a URL. */
		assertReachable: (url: string) => assertReachable(url, credentials),
		/**
		 * Makes n8n pause the execution after this node, until `until` (in seconds since 1970) at the latest. n8n saves
		 * `wait` with the execution. `timedOut` is the node's output if no delivery arrives in time.
		 */
		pause: async <Wait extends { until: number }>(
			wait: Wait,
			url: string,
			what: string,
			timedOut: INodeExecutionData,
		) => {
			const until = new Date(wait.until * 1000);
			context.getContext('node').pause = wait;
			context.getExecuteData().data.main = [[timedOut]];
			// The message is added to the URL after a `#`. The editor passes this URL to the node's
			// `waitingNodeTooltip`, which shows the message.
			const local = DateTime.fromJSDate(until, { zone: context.getTimezone() });
			const time = local.toFormat('d MMM HH:mm (z)');
			const message = fill(pausingMessages.waiting, { event: what, time });
			context.setMetadata({ resumeUrl: `${url}#${encodeURIComponent(message)}` });
			await context.putExecutionToWait(until);
		},
	};
}

/** Returns the URL at which n8n accepts calls that resume this execution, including the required token. */
export function getExecutionUrl(context: IExecuteFunctions | IWebhookFunctions): string {
	return String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
}

/**
 * Returns the names of later Wait nodes that accept any call with the execution's token. Every resume URL of the
 * execution contains this token. Send-and-wait nodes aren't included, because they use signed links.
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

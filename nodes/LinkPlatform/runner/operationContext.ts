import type { IBinaryData, ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { isTool } from '../adapter/isTool';
import { post, type PostRequest } from '../adapter/client';
import { parsePacing } from '../adapter/pacing';
import { createWaitControl, getExecutionUrl } from '../adapter/pausing';
import { getSigningSecret } from '../adapter/signingSecret';
import type { Input } from './input';
import { getInputFile } from './inputFile';

/** A Link Platform account that a run uses. */
export interface Account {
	client: Client;
	/** The items that use the account, in input order. */
	inputs: Input[];
}

/** The parts of n8n's context that composite and bulk operations may use. All other code of an operation stays pure. */
export class OperationContext {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly credentials: ICredentialDataDecryptedObject,
		readonly account: Account,
		/**
		 * Shows a message about the run in the output panel. Of messages that differ only in the values that they
		 * quote, the first is shown.
		 */
		readonly addHint: (message: string, type?: 'info' | 'warning') => void,
	) {}

	get client(): Client {
		return this.account.client;
	}

	/** The number of requests that may run at the same time. */
	get concurrency(): number {
		return parsePacing(this.credentials).concurrency;
	}

	/** Returns the secret that signs deliveries to this webhook URL. */
	readonly signingSecret = (webhookUrl: string) => getSigningSecret(this.credentials, webhookUrl);

	/** True if an AI agent or MCP client calls the node as a tool. Tools can't return files. */
	get isTool(): boolean {
		return isTool(this.context);
	}

	/** True if the run stops at the first item that fails ('On Error'). */
	get stopsEarly(): boolean {
		return !this.context.continueOnFail();
	}

	/**
	 * Sends a POST request to any URL, without the API key. Resolves with a response of any status, or with a `Failure`
	 * if there is no response.
	 */
	readonly post = async (url: string, request: PostRequest) =>
		await post(this.context, url, request);

	/** Returns the functions and data with which an operation with `pauses: true` waits for a delivery. */
	readonly pausing = ({ itemIndex }: Input) =>
		createWaitControl(this.context, this.credentials, itemIndex);

	/** Returns a URL of this n8n instance. Use only its origin, because the rest belongs to the execution. */
	readonly n8nUrl = () => getExecutionUrl(this.context);

	/** Finds the file of the input item that the value of `field` names. */
	readonly inputFile = async (input: Input, field: string) =>
		await getInputFile(this.context, input, field);

	/** Saves a stream in n8n's binary data store; rejects if the stream ends too early. */
	readonly store = async (stream: unknown, name: string, mimeType: string): Promise<IBinaryData> =>
		await this.context.helpers.prepareBinaryData(stream as Buffer, name, mimeType);

	/** Reads a whole stream into memory. */
	readonly readAll = async (stream: unknown): Promise<Buffer> =>
		await this.context.helpers.binaryToBuffer(stream as Buffer);
}

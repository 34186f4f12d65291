import type {
	IBinaryData,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
} from 'n8n-workflow';
import type { Client } from '../api/client';
import { fill } from '../api/fill';
import { cleanKey } from '../adapter/baseUrls';
import { isTool } from '../adapter/isTool';
import { post } from '../adapter/client';
import { parsePacing } from '../adapter/pacing';
import { createWaitControl, getExecutionUrl } from '../adapter/pausing';
import { getSigningSecret } from '../adapter/signingSecret';
import type { Input } from './input';
import { getInputFile } from './inputFile';
import { runMessages } from './messages';

/** An account of a run. */
export interface Account {
	client: Client;
	apiUrl: string;
	/** The items of the account, in input order. */
	inputs: Input[];
	/** A description, if there are several accounts. */
	name?: string;
}

/** The parts of n8n's context that an operation of several requests may use. Everything else stays pure. */
export class OperationContext {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly credentials: ICredentialDataDecryptedObject,
		readonly account: Account,
		/** Shows a message about the run in the output panel, once even if several items have it. */
		readonly addHint: (message: string, type?: 'info' | 'warning') => void,
	) {}

	get client(): Client {
		return this.account.client;
	}

	/** The number of requests that run at a time. */
	get concurrency(): number {
		return parsePacing(this.credentials).concurrency;
	}

	/** Reports progress during the run: in n8n's log, and in the console of a browser that watches. */
	readonly announce = (words: string) => {
		const { name: account } = this.account;
		const named = account && fill(runMessages.inAccount, { message: words, account }).message;
		this.context.logger.info(named ?? words);
		this.context.sendMessageToUI(named ?? words);
	};

	/** Returns the secret with which the trigger expects deliveries to this webhook URL to be signed. */
	readonly signingSecret = (webhookUrl: string) => getSigningSecret(this.credentials, webhookUrl);

	/** True if each webhook URL has its own secret, derived from the API key. */
	get isSecretDerived(): boolean {
		return !this.credentials.webhookSecret;
	}

	/** True if the credential's key begins with this prefix, which lists of keys show. */
	readonly isOwnKey = (prefix: string) =>
		prefix !== '' && cleanKey(this.credentials.apiKey).startsWith(prefix);

	/** True if an AI agent or MCP client calls the node, which can't receive a file. */
	get isTool(): boolean {
		return isTool(this.context);
	}

	/** Returns the data that the node keeps between executions of a published workflow. */
	readonly getMemory = (): IDataObject => this.context.getWorkflowStaticData('node');

	/** Posts to any URL, without the key. Resolves with any response, or with a `Failure` if there is none. */
	readonly post = async (url: string, request: { headers: Record<string, string>; body: string }) =>
		await post(this.context, url, request);

	/** Returns the control of n8n's pause, for an operation that `pauses`. */
	readonly pausing = ({ itemIndex }: Input) =>
		createWaitControl(this.context, this.credentials, itemIndex);

	/** Returns the URL of this n8n. */
	readonly n8nUrl = () => getExecutionUrl(this.context);

	/** Finds the file of the input item that a field names. */
	readonly inputFile = async (input: Input, field: string) =>
		await getInputFile(this.context, input, field);

	/** Stores a stream in n8n's binary store; rejects if it ends too early. */
	readonly store = async (stream: unknown, name: string, mimeType: string): Promise<IBinaryData> =>
		await this.context.helpers.prepareBinaryData(stream as Buffer, name, mimeType);

	/** Reads a stream into memory. */
	readonly readAll = async (stream: unknown): Promise<Buffer> =>
		await this.context.helpers.binaryToBuffer(stream as Buffer);
}

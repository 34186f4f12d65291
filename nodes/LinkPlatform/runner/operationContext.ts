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
	/** In input order. */
	inputs: Input[];
	/** What tells it from the others, if there are several. */
	name?: string;
}

/** What an operation that makes several calls may use of n8n's context, as plain functions. Everything else stays pure. */
export class OperationContext {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly credentials: ICredentialDataDecryptedObject,
		readonly account: Account,
		/** Shows something about the run in the output panel, once however many items say it. */
		readonly addHint: (message: string, type?: 'info' | 'warning') => void,
	) {}

	get client(): Client {
		return this.account.client;
	}

	/** How many requests run at a time. */
	get concurrency(): number {
		return parsePacing(this.credentials).concurrency;
	}

	/** Says something while the run goes on: in n8n's log, and in the browser's console if somebody watches. */
	readonly announce = (words: string) => {
		const { name: account } = this.account;
		const named = account && fill(runMessages.inAccount, { message: words, account }).message;
		this.context.logger.info(named ?? words);
		this.context.sendMessageToUI(named ?? words);
	};

	/** The secret with which the trigger expects the deliveries to this webhook URL to be signed. */
	readonly signingSecret = (webhookUrl: string) => getSigningSecret(this.credentials, webhookUrl);

	/** True if the credential's key begins with this text, as lists of keys show them. */
	readonly isOwnKey = (prefix: string) =>
		prefix !== '' && cleanKey(this.credentials.apiKey).startsWith(prefix);

	/** True if an AI agent or MCP client calls the node, which can't receive a file. */
	get isTool(): boolean {
		return isTool(this.context);
	}

	/** What the node keeps from one execution of a published workflow to the next. */
	readonly getMemory = (): IDataObject => this.context.getWorkflowStaticData('node');

	/** Posts to any URL, without the key. Resolves with any response, or with a `Failure` if none came. */
	readonly post = async (url: string, request: { headers: Record<string, string>; body: string }) =>
		await post(this.context, url, request);

	/** Pauses the execution after the item, if the operation `pauses`. */
	readonly pausing = ({ itemIndex }: Input) =>
		createWaitControl(this.context, this.credentials, itemIndex);

	/** The URL of this n8n. */
	readonly n8nUrl = () => getExecutionUrl(this.context);

	/** The input item's file that a field names. */
	readonly inputFile = async (input: Input, field: string) =>
		await getInputFile(this.context, input, field);

	/** Keeps a stream in n8n's binary store; rejects if it ends too early. */
	readonly store = async (stream: unknown, name: string, mimeType: string): Promise<IBinaryData> =>
		await this.context.helpers.prepareBinaryData(stream as Buffer, name, mimeType);

	/** Reads a stream into memory. */
	readonly readAll = async (stream: unknown): Promise<Buffer> =>
		await this.context.helpers.binaryToBuffer(stream as Buffer);
}

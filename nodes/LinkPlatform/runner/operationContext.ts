import type {
	IBinaryData,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
} from 'n8n-workflow';
import type { Client } from '../api/client';
import type { Failure } from '../api/failure';
import { fill } from '../api/fill';
import type { Response } from '../api/transport';
import { cleanKey } from '../adapter/baseUrls';
import { isTool } from '../adapter/isTool';
import { post } from '../adapter/client';
import { createWaitControl, getExecutionUrl, type WaitControl } from '../adapter/pausing';
import { getSigningSecret } from '../webhooks/signature';
import type { Input } from './input';
import { getInputFile, type InputFile } from './inputFile';
import { runMessages } from './messages';

/** What an operation that makes several calls may use. Everything else stays pure. */
export interface OperationContext {
	client: Client;
	/** How many requests run at a time. */
	concurrency: number;
	/** What tells the account from the others of the run, if there are several. */
	account?: string;
	/** Shows something about the run in the output panel, once however many items say it. */
	addHint: (message: string, type?: 'info' | 'warning') => void;
	/** Says something while the run goes on: in n8n's log, and in the browser's console if somebody watches. */
	announce: (message: string) => void;
	/** The secret with which the trigger expects the deliveries to this webhook URL to be signed. */
	signingSecret: (webhookUrl: string) => string;
	/** True if the credential's key begins with this text, as lists of keys show them. */
	isOwnKey: (prefix: string) => boolean;
	/** True if an AI agent or MCP client calls the node, which can't receive a file. */
	isTool: boolean;
	/** What the node keeps from one execution of a published workflow to the next. */
	getMemory: () => IDataObject;
	/** Posts to any URL, without the key. Resolves with any response, or with a `Failure` if none came. */
	post: (
		url: string,
		request: { headers: Record<string, string>; body: string },
	) => Promise<Response | Failure>;
	/** Pauses the execution after the item, if the operation `pauses`. */
	pausing: (input: Input) => WaitControl;
	/** The URL of this n8n. */
	n8nUrl: () => string;
	/** The input item's file that a field names. */
	inputFile: (input: Input, field: string) => Promise<InputFile>;
	/** Keeps a stream in n8n's binary store; rejects if it ends too early. */
	store: (stream: unknown, fileName: string, mimeType: string) => Promise<IBinaryData>;
	/** Reads a stream into memory. */
	readAll: (stream: unknown) => Promise<Buffer>;
}

/** What an operation may use of n8n's context, as plain functions. */
export function createOperationContext(
	context: IExecuteFunctions,
	credentials: ICredentialDataDecryptedObject,
	{ client, concurrency, name }: { client: Client; concurrency: number; name?: string },
	addHint: OperationContext['addHint'],
): OperationContext {
	const { helpers } = context;
	return {
		client,
		concurrency,
		account: name,
		addHint,
		announce: (words) => {
			const message =
				name === undefined
					? words
					: fill(runMessages.inAccount, { message: words, account: name }).message;
			context.logger.info(message);
			context.sendMessageToUI(message);
		},
		signingSecret: (webhookUrl) => getSigningSecret(credentials, webhookUrl),
		isOwnKey: (prefix) => prefix !== '' && cleanKey(credentials.apiKey).startsWith(prefix),
		isTool: isTool(context),
		getMemory: () => context.getWorkflowStaticData('node'),
		post: async (url, request) => await post(context, url, request),
		pausing: ({ itemIndex }) => createWaitControl(context, credentials, itemIndex),
		n8nUrl: () => getExecutionUrl(context),
		inputFile: async (input, field) => await getInputFile(context, input, field),
		store: async (stream, fileName, mimeType) =>
			await helpers.prepareBinaryData(stream as Buffer, fileName, mimeType),
		readAll: async (stream) => await helpers.binaryToBuffer(stream as Buffer),
	};
}

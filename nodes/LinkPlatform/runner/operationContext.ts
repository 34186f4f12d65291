import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { fill } from '../api/fill';
import { cleanKey } from '../adapter/baseUrls';
import { isTool } from '../adapter/isTool';
import { post } from '../adapter/client';
import { createWaitControl, getExecutionUrl } from '../adapter/pausing';
import { getSigningSecret } from '../webhooks/signature';
import { getInputFile } from './inputFile';
import { runMessages } from './messages';
import type { OperationContext } from './operation';

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

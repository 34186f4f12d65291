import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { openClient } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';

/**
 * Runs `work` with a client for the credential that is chosen in a form. If it fails, the error's message includes the
 * advice, because n8n shows only the message.
 */
export async function inForm<T>(
	form: ILoadOptionsFunctions,
	work: (client: Client) => Promise<T>,
): Promise<T> {
	try {
		return await work(await openClient(form));
	} catch (thrown) {
		throw toNodeError(form.getNode(), thrown, { isMessageOnly: true });
	}
}

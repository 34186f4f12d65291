import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { openClient } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';

/**
 * Creates a method that n8n calls from a form. It runs `work` with a client for the credential that is chosen in the
 * form. If it fails, the advice (the error's description) is appended to its message, because n8n shows only the message.
 */
export function inForm<Arguments extends unknown[], Result>(
	work: (client: Client, form: ILoadOptionsFunctions, ...more: Arguments) => Promise<Result>,
) {
	return async function (this: ILoadOptionsFunctions, ...more: Arguments): Promise<Result> {
		try {
			return await work(await openClient(this), this, ...more);
		} catch (thrown) {
			throw toNodeError(this.getNode(), thrown, { isMessageOnly: true });
		}
	};
}

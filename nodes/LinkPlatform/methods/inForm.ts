import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { openClient } from '../adapter/client';
import { toNodeError } from '../adapter/nodeError';

/** Runs `work` with a client for the credential of a form; a failure is thrown as n8n shows it. */
export async function inForm<T>(
	form: ILoadOptionsFunctions,
	work: (client: Client) => Promise<T>,
): Promise<T> {
	try {
		return await work(await openClient(form));
	} catch (thrown) {
		throw toNodeError(form.getNode(), thrown);
	}
}

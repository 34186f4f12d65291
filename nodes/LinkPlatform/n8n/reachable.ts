import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { getBaseUrls } from './baseUrls';

const LOOPBACK = /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/i;

export const WEBHOOK_URL_ADVICE =
	'Set the environment variable N8N_WEBHOOK_URL of n8n to the address at which the service can reach it, e.g. https://n8n.example.com/, then publish or run the workflow again';

/** True for a URL that leads to the machine itself. */
export function isLoopback(url: string): boolean {
	return LOOPBACK.test(new URL(url).hostname);
}

/** Refuses a URL of this machine, unless the service is on it as well. */
export function refuseUnreachable(url: string, credentials: ICredentialDataDecryptedObject): void {
	if (!isLoopback(url) || isLoopback(getBaseUrls(credentials).current)) return;
	throw Failure.input(`The service cannot reach n8n at ${new URL(url).origin}`, WEBHOOK_URL_ADVICE);
}

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { getBaseUrls } from './baseUrls';

const LOOPBACK = /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/i;

/** True for a URL that leads to the machine itself. */
export function isLoopback(url: string): boolean {
	return LOOPBACK.test(new URL(url).hostname);
}

/** Refuses a URL of this machine, unless the service is on it as well. `advice` says what to do then. */
export function refuseUnreachable(
	url: string,
	credentials: ICredentialDataDecryptedObject,
	advice: string,
): void {
	if (!isLoopback(url) || isLoopback(getBaseUrls(credentials).current)) return;
	throw Failure.input(`The service cannot reach n8n at ${new URL(url).origin}`, advice);
}

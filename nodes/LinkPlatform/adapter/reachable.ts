import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { Failure } from '../api/failure';
import { getBaseUrls } from './baseUrls';
import { publicAddressMessages } from './messages';

const LOOPBACK = /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/i;

/** True for a URL that leads to the machine itself. */
export function isLoopback(url: string): boolean {
	return LOOPBACK.test(new URL(url).hostname);
}

/** Refuses a URL of this machine, unless Link Platform is on it as well. */
export function refuseUnreachable(url: string, credentials: ICredentialDataDecryptedObject): void {
	if (!isLoopback(url) || isLoopback(getBaseUrls(credentials).current)) return;
	throw Failure.input(publicAddressMessages.unreachable, { address: new URL(url).origin });
}

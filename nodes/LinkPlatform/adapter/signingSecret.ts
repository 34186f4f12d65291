import { createHmac } from 'crypto';
import { toTargetKey } from '../api/identity';
import { cleanKey } from './baseUrls';

/** The secret with which deliveries to a webhook URL are signed, and its mark (a short hash). */
export interface Secret {
	url: string;
	secret: string;
	mark: string;
}

interface Credentials {
	apiKey?: unknown;
	webhookSecret?: unknown;
}

/**
 * Returns the signing secret of a webhook subscription: the credential's, or one derived from the API key and the
 * webhook URL. All spellings of the URL have the same secret.
 */
export function getSigningSecret(
	{ apiKey, webhookSecret }: Credentials,
	webhookUrl: string,
): string {
	const own = String(webhookSecret ?? '');
	const key = cleanKey(apiKey);
	if (own !== '' || key === '') return own;
	return hash(key, `n8n-webhook:${toTargetKey(webhookUrl)}`);
}

/**
 * Returns the signing secret of a URL with its mark. A mark later shows whether the secret has changed. Everyone who can
 * read the workflow can see the mark. It is keyed with the API key, so that a weak secret can't be guessed from it. It
 * differs for each URL.
 */
export function getMarkedSecret(credentials: Credentials, url: string): Secret {
	const secret = getSigningSecret(credentials, url);
	const mark = hash(cleanKey(credentials.apiKey), `${url}\n${secret}`).slice(0, 6);
	return { url, secret, mark };
}

function hash(key: string, text: string): string {
	return createHmac('sha256', key).update(text).digest('hex');
}

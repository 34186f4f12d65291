import { createHmac } from 'crypto';
import { toTargetKey } from '../api/identity';

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
	const key = String(apiKey ?? '');
	if (own !== '' || key === '') return own;
	return hash(key, `n8n-webhook:${toTargetKey(webhookUrl)}`);
}

/**
 * Returns a short hash of a subscription's signing secret, which later shows whether the secret has changed. Everyone
 * who can read the workflow can see the hash. It is keyed with the API key, so that a weak secret can't be guessed
 * from it. It differs for each URL.
 */
export function getSecretMark(credentials: Credentials, webhookUrl: string): string {
	const secret = getSigningSecret(credentials, webhookUrl);
	return hash(String(credentials.apiKey ?? ''), `${webhookUrl}\n${secret}`).slice(0, 6);
}

function hash(key: string, text: string): string {
	return createHmac('sha256', key).update(text).digest('hex');
}

import { createHmac } from 'crypto';

interface Credentials {
	apiKey?: unknown;
	webhookSecret?: unknown;
}

/**
 * Returns the signing secret of a webhook subscription: the credential's, or one derived from the API key and the
 * webhook URL.
 */
export function getSigningSecret(
	{ apiKey, webhookSecret }: Credentials,
	webhookUrl: string,
): string {
	const own = String(webhookSecret ?? '');
	const key = String(apiKey ?? '');
	if (own !== '' || key === '') return own;
	return createHmac('sha256', key).update(`n8n-webhook:${webhookUrl}`).digest('hex');
}

/**
 * Returns a short hash of a subscription's signing secret, which later shows whether the secret has changed. Everyone
 * who can read the workflow can see the hash. It is keyed with the API key, so that a weak secret can't be guessed
 * from it. It differs for each URL.
 */
export function getSecretMark(credentials: Credentials, webhookUrl: string): string {
	const secret = getSigningSecret(credentials, webhookUrl);
	return createHmac('sha256', String(credentials.apiKey ?? ''))
		.update(`${webhookUrl}\n${secret}`)
		.digest('hex')
		.slice(0, 6);
}

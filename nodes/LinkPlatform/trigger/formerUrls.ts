import { randomUUID } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { post, type Context } from '../adapter/client';
import { fill } from '../api/fill';
import { isSameTarget } from '../api/identity';
import { getResponder, toHeartbeat } from '../webhooks/heartbeat';
import type { Plan, Subscription } from '../webhooks/plan';
import { getSigningSecret } from '../webhooks/signature';
import { publishingMessages } from './messages';

/**
 * The subscriptions at former addresses of n8n that are to be deleted. If this n8n is a copy, the trigger of another one
 * responds there and keeps its own; if this one responds under both addresses, it names the present URL.
 */
export async function getLeftBehind(
	context: Context,
	credentials: ICredentialDataDecryptedObject,
	former: Plan['former'],
	url: string,
): Promise<Subscription[]> {
	const left: Subscription[] = [];
	for (const { url: formerUrl, subscriptions } of former) {
		const id = randomUUID();
		const heartbeat = toHeartbeat(id, getSigningSecret(credentials, formerUrl));
		const responder = getResponder(await post(context, formerUrl, heartbeat), id);
		if (responder === undefined || isSameTarget(responder, url)) left.push(...subscriptions);
		else {
			const values = { address: new URL(formerUrl).origin };
			context.logger.warn(fill(publishingMessages.anotherN8n, values).message);
		}
	}
	return left;
}

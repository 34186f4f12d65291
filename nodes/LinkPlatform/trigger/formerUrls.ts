import { randomUUID } from 'crypto';
import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	ITriggerFunctions,
} from 'n8n-workflow';
import { post } from '../adapter/client';
import { fill } from '../api/fill';
import { isSameUrl } from '../api/url';
import { getResponder, toHeartbeat } from '../webhooks/heartbeat';
import type { Plan, Subscription } from '../webhooks/plan';
import { getSigningSecret } from '../webhooks/signature';
import { publishingMessages } from './messages';

type Context = IHookFunctions | ITriggerFunctions;

/**
 * The subscriptions at former addresses of n8n that are to be deleted. If this n8n is a copy, another one still responds
 * there, and keeps its own.
 */
export async function getLeftBehind(
	context: Context,
	credentials: ICredentialDataDecryptedObject,
	former: Plan['former'],
	url: string,
): Promise<Subscription[]> {
	const left: Subscription[] = [];
	for (const { url: formerUrl, subscriptions } of former) {
		if (await isOfAnother(context, credentials, formerUrl, url)) {
			const values = { address: new URL(formerUrl).origin };
			context.logger.warn(fill(publishingMessages.anotherN8n, values).message);
		} else left.push(...subscriptions);
	}
	return left;
}

/**
 * True if the trigger of another n8n responds there. This one may respond under both addresses; it then says that its
 * URL is the present one.
 */
async function isOfAnother(
	context: Context,
	credentials: ICredentialDataDecryptedObject,
	former: string,
	url: string,
): Promise<boolean> {
	const id = randomUUID();
	const posted = await post(
		context,
		former,
		toHeartbeat(id, getSigningSecret(credentials, former)),
	);
	const responder = getResponder(posted, id);
	return responder !== undefined && !isSameUrl(responder, url);
}

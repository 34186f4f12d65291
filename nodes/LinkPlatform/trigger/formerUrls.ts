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
import { getSigningSecret } from '../webhooks/signature';
import { selectByUrl, type Subscription } from '../webhooks/subscriptions';
import { getMemory } from './memory';
import { publishingMessages } from './messages';

type Context = IHookFunctions | ITriggerFunctions;

/**
 * The subscriptions that the trigger left when n8n's address changed. If this n8n is a copy, another one still
 * responds at its former address, and keeps its own.
 */
export async function getLeftBehind(
	context: Context,
	credentials: ICredentialDataDecryptedObject,
	listed: Subscription[],
	url: string,
): Promise<Subscription[]> {
	const { webhookUrl, formerUrl } = getMemory(context);
	const left: Subscription[] = [];
	for (const former of new Set([webhookUrl, formerUrl])) {
		if (former === undefined || isSameUrl(former, url)) continue;
		const present = selectByUrl(listed, former);
		if (present.length === 0) continue;
		if (await isOfAnother(context, credentials, former, url)) {
			const values = { address: new URL(former).origin };
			context.logger.warn(fill(publishingMessages.anotherN8n, values).message);
		} else left.push(...present);
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

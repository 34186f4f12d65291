import type { Client } from '../../api/client';
import { asFailure } from '../../api/failure';
import { idOf } from '../../operation/input';
import type { Composite, Output } from '../../operation/operation';
import { subscribe, subscriptions, unsubscribe, wantedEvents } from '../../trigger/subscription';
import type { Subscription } from '../../trigger/subscription';
import { events, url } from './fields';

/**
 * Repairs what the service switched off (document 2, States): a subscription that is missing, inactive
 * or lacks a wanted event is replaced. It is signed as the trigger expects it. More events than wanted
 * are fine.
 */
export const ensureActive: Composite = {
	calls: [
		'GET /api/webhooks',
		'GET /api/webhooks/events',
		'DELETE /api/webhooks/subscribe/{webhookId}',
		'POST /api/webhooks/subscribe',
	],
	fields: [
		url,
		events,
		{
			displayName: 'Always Renew',
			name: 'alwaysRenew',
			type: 'boolean',
			default: false,
			description:
				'Whether to replace the webhook even if it looks fine, as needed once after the API key or signing secret was changed',
		},
	],
	lane: (input) => input.text('url'),
	run: async (input, { client, signingSecret }) => {
		const address = input.text('url');
		const wanted = await wantedEvents(client, input.list('events'));
		const present = (await subscriptions(client)).filter((one) => one.url === address);
		const fine = present.find((one) => flawOf(one, wanted) === undefined);
		if (fine && !input.flag('alwaysRenew')) {
			return [outcome(fine.id, false, 'It is active and has all wanted events')];
		}
		const reason = fine ? 'It was renewed as asked for' : flawOf(present.at(0), wanted);
		for (const { id } of present) await unsubscribe(client, id);
		const id = await renew(client, address, wanted, signingSecret(address), present.length > 0);
		return [outcome(id, true, reason as string)];
	},
};

/** What is wrong with a subscription, in words; undefined if it is as wanted. */
function flawOf(subscription: Subscription | undefined, wanted: string[]): string | undefined {
	if (!subscription) return 'It was missing, or the service had switched it off';
	if (!subscription.isActive) return 'The service had switched it off';
	const missing = wanted.filter((event) => !subscription.events.includes(event));
	return missing.length > 0 ? `It lacked ${missing.join(', ')}` : undefined;
}

/** Subscribes; if that is refused after the old one was deleted, the user is told so. */
async function renew(
	client: Client,
	address: string,
	wanted: string[],
	secret: string,
	isReplacement: boolean,
): Promise<string> {
	try {
		return await subscribe(client, address, wanted, secret);
	} catch (thrown) {
		const failure = asFailure(thrown);
		if (!isReplacement) throw failure;
		const description = `${failure.description}. The earlier webhook of this URL is deleted already, so nothing is delivered to it now`;
		throw failure.reworded({ description });
	}
}

function outcome(id: string, changed: boolean, reason: string): Output {
	return { json: { ok: true, changed, webhookId: idOf(id), reason } };
}

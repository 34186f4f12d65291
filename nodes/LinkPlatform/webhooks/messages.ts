import type { Messages } from '../api/failure';

/** What a webhook is like: the `reason` of Ensure Active, and part of what a trigger shows. */
export const webhookStates = {
	/** Nothing was wrong. */
	fine: 'It is active with all requested events',
	/** 'Always Renew' is on. */
	renewed: 'Renewed on request',
	/**
	 * The webhook was created again. Link Platform switches a webhook off after five failed deliveries.
	 *
	 * If that happens again and again, the URL doesn't respond. Check that the workflow is published, and turn on 'Check Delivery' of Ensure Active.
	 */
	missing: 'It was missing, or switched off by Link Platform',
	/** The same. */
	switchedOff: 'It was switched off by Link Platform',
	/** The webhook existed without these events, and was replaced. */
	eventsMissing: (events: string) => `Missing events: ${events}`,
	/** When the webhook was last found in order. Events between then and its renewal may not have been delivered. See [What was missed](clicks-and-purchases.md#what-was-missed). */
	gap: (time: string) => `Events since ${time} UTC may be missing`,
} satisfies Messages;

/** Making and replacing webhooks. */
export const subscribing = {
	/** Link Platform left out these events. The webhook was deleted again. */
	eventsRefused: (events: string) => ({
		message: `Link Platform didn't subscribe to ${events}`,
		description: 'Remove these events, or check whether your plan includes them',
	}),
	/** The webhook can't be found again, so it could never be deleted. There may be a limit on their number. */
	notListed: {
		message: "Link Platform accepted the webhook but doesn't list it",
		description: "Check the webhooks in your account, delete those you don't need, and try again",
	},
	/**
	 * Added where Ensure Active replaced a webhook, and the earlier one couldn't be deleted.
	 *
	 * Run Webhook > Get Many, and delete the older one of the two.
	 */
	earlierIsLeft:
		"The new webhook is active, but an earlier one with this URL couldn't be deleted. Events may be delivered twice",
	/** Added where Link Platform allows one webhook per URL, so that the earlier one had to be deleted first, and no clear response came. */
	earlierMayBeGone:
		'The earlier webhook with this URL may have been deleted. Run Ensure Active again, or no events are delivered',
	/**
	 * Added where Link Platform allows one webhook per URL and refused the new one.
	 *
	 * Solve what the first line says, and run Ensure Active again.
	 */
	earlierIsBack: 'The earlier webhook with this URL was restored with its events',
	/**
	 * The same, and the earlier webhook couldn't be restored.
	 *
	 * Solve what the first line says, and run Ensure Active again soon. Events without a webhook are not kept.
	 */
	earlierIsGone: 'The earlier webhook with this URL was deleted, so no events are delivered now',
} satisfies Messages;

const USE_FINAL_URL =
	"Set N8N_WEBHOOK_URL of n8n to the final address, publish again, and enter the new URL in 'URL'";

/** Why a heartbeat didn't get through: part of the `reason` of Ensure Active. */
export const heartbeats = {
	/** n8n itself responded. The workflow is not published, its publication failed, or the URL is another one. */
	notPublished: {
		message: 'n8n has no published workflow at this URL (status 404)',
		description: "Publish the workflow again, and compare 'URL' with its Production URL",
	},
	/** The URL contains `/webhook-test/`. */
	testUrl: {
		message: 'This is the test URL, which only works while n8n listens',
		description: "Enter the Production URL of the trigger in 'URL'",
	},
	/** The response is not from n8n. A proxy, a tunnel or another server took the request. */
	notN8n: {
		message: 'Something in front of n8n responded with status 404',
		description: 'Have the reverse proxy forward the webhook path to n8n',
	},
	/** The trigger uses another credential, or its key has changed. */
	signatureRefused: {
		message: 'The trigger rejected the signature (status 401)',
		description: "Choose the trigger's credential in this node too, and publish its workflow again",
	},
	/** A proxy protects the address with a password, a login page or a list of addresses. */
	loginRequired: (status: number) => ({
		message: `Something in front of n8n requires a login (status ${status})`,
		description: "Exempt the webhook path from it, because Link Platform can't log in",
	}),
	/** The proxy works, but n8n doesn't run or is elsewhere. */
	proxyFailed: (status: number) => ({
		message: `The reverse proxy can't reach n8n (status ${status})`,
		description: "Check that n8n is running, and its address in the proxy's configuration",
	}),
	/** Often from `http` to `https`, or to `www.` */
	redirected: (address: string) => ({
		message: `The URL redirects to ${address}, which deliveries don't follow`,
		description: USE_FINAL_URL,
	}),
	/** The same, where the redirect doesn't name a valid address. */
	redirectedElsewhere: {
		message: "The URL redirects to another address, which deliveries don't follow",
		description: USE_FINAL_URL,
	},
	/** Another node or server is there, or a version of this package without heartbeats. */
	notTrigger: (status: number) => ({
		message: `The URL responded with status ${status}, but not as a Link Platform Trigger`,
		description: "Check that 'URL' is the Production URL of the trigger, and update its package",
	}),
	/** None of the above. */
	otherStatus: (status: number) => ({
		message: `The URL responded with status ${status}`,
		description: 'Check the logs of n8n and of the reverse proxy',
	}),
	/**
	 * What to do where the host was not found.
	 *
	 * Compare the host name with that of the address at which you open n8n.
	 */
	hostNotFound: "Check the host name in 'URL', and its DNS record",
	/** What to do where the DNS lookup failed. */
	lookupFailed: "Check the host name in 'URL', and the DNS server of n8n",
	/**
	 * What to do where the connection was refused.
	 *
	 * With Docker, check which port is published.
	 */
	connectionRefused: "Check the port in 'URL', and that n8n and its reverse proxy are running",
	/** What to do where one side uses TLS and the other doesn't. */
	wrongScheme: "Check whether 'URL' has to begin with http:// or https://",
	/** What to do where the TLS certificate has expired, is for another name, or is self-signed. */
	untrusted: "Renew the certificate of this address. Link Platform doesn't trust it either",
	/**
	 * What to do where no response came within 10 seconds, or the connection was lost.
	 *
	 * If others can reach n8n's public address, but n8n itself can't, leave 'Check Delivery' off.
	 */
	noResponse: 'Check the firewall and the reverse proxy between this address and n8n',
} satisfies Messages;

/** What the sender of a delivery gets as response, and the log as a part of its line. */
export const refusals = {
	/**
	 * It was signed with another secret than the trigger expects. The key or the secret in the credential was changed after publishing, somebody else subscribed this URL, or a proxy changed the content.
	 *
	 * Publish the workflow again. If it keeps happening, delete other webhooks with the URL by Webhook > Clean Up.
	 */
	wrongSignature: 'invalid signature',
	/**
	 * Somebody other than Link Platform called the URL, or a proxy removes the header of the signature.
	 *
	 * If it was not Link Platform, there is nothing to do. Otherwise have the proxy forward headers that begin with `X-`.
	 */
	noSignature: 'no signature',
	/**
	 * The credential was deleted, can't be read, or has neither 'API Key' nor 'Webhook Signing Secret'.
	 *
	 * Choose a credential in the trigger, and publish the workflow again.
	 */
	noSecret: 'no signing secret',
	/** The signature is right, but the content is not what Link Platform documents. */
	notObject: 'content is not a JSON object',
	/** The signature is right, but more than 1,000 lists and objects are nested in one another, with which n8n couldn't run a workflow. */
	tooDeep: 'content is nested too deeply',
	/**
	 * The content is larger than n8n allows, a form, or in an encoding that n8n doesn't know.
	 *
	 * If it comes from Link Platform, raise `N8N_PAYLOAD_SIZE_MAX`.
	 */
	unreadable: "content can't be read",
	/** The response to a refused delivery, with one of the reasons above. */
	response: (reason: string) => `Delivery refused: ${reason}`,
} satisfies Messages;

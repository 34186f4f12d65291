import type { Messages } from '../api/fill';

const USE_FINAL_URL =
	"Set N8N_WEBHOOK_URL of n8n to the final address, publish again, and enter the new URL in 'URL'";

/** The state of a webhook: the `reason` of Ensure Active, and part of a trigger's messages. */
export const webhookStateMessages = {
	fine: { message: 'It is active with all requested events', meaning: 'Nothing was wrong.' },
	renewed: { message: 'Renewed on request', meaning: "'Always Renew' is on." },
	missing: {
		message: 'It was missing, or switched off by Link Platform',
		meaning:
			'The webhook was created again. Link Platform switches a webhook off when a delivery has failed five times.',
		advice:
			"If that happens again and again, the URL doesn't respond. Check that the workflow is published, and turn on 'Check Delivery' of Ensure Active.",
	},
	switchedOff: { message: 'It was switched off by Link Platform', meaning: 'The same.' },
	eventsMissing: {
		message: 'Missing events: {events}',
		meaning: 'The webhook existed without these events, and was replaced.',
	},
	gap: {
		message: 'Events since {time} UTC may be missing',
		meaning:
			'When the webhook was last found in order. Events between then and its renewal may not have been delivered. See [What was missed](never-miss-an-event.md#what-was-missed).',
	},
} as const satisfies Messages;

/** Creating and replacing webhooks. */
export const subscriptionMessages = {
	eventsRefused: {
		message: "Link Platform didn't subscribe to {events}",
		description: 'Remove these events, or check whether your plan includes them',
		meaning: 'Link Platform left out these events. The webhook was deleted again.',
	},
	stillThere: {
		message:
			"The webhook couldn't be deleted again. Run Webhook > Get Many, and delete it if it isn't needed",
		meaning: 'The same, if Link Platform refused to delete it.',
	},
	noId: {
		message: "Link Platform doesn't list the webhook's ID, so it can't be deleted",
		description: 'Delete the webhook in your account',
		meaning: "The list of webhooks has no IDs, so only Link Platform's own pages can delete one.",
	},
	earlierStays: {
		message: 'The webhook with this URL stays, with its other events',
		meaning: 'The same, if Link Platform changed the earlier webhook instead of making another.',
	},
	notListed: {
		message: "Link Platform accepted the webhook but doesn't list it",
		description: "Check the webhooks in your account, delete those you don't need, and try again",
		meaning:
			"The webhook can't be found again, so it could never be deleted. There may be a limit on their number.",
	},
	takenUnlisted: {
		message: 'The URL has a webhook already',
		description:
			"It isn't listed, probably because it was switched off. Publish its workflow again, or delete it in your account",
		meaning:
			"Link Platform allows one webhook per URL, and doesn't list the one that is in the way. The first line is in Link Platform's own words.",
	},
	earlierIsLeft: {
		message:
			"The new webhook is active, but an earlier one with this URL couldn't be deleted. Events may be delivered twice",
		meaning: "Added if Ensure Active replaced a webhook, and the earlier one couldn't be deleted.",
		advice: 'Run Webhook > Get Many, and delete the older one of the two.',
	},
	earlierMayBeGone: {
		message:
			'The earlier webhook with this URL may have been deleted. Run Ensure Active again, or no events are delivered',
		meaning:
			'Added if Link Platform allows one webhook per URL, so that the earlier one had to be deleted first, and no clear response came.',
	},
	earlierIsBack: {
		message: 'The earlier webhook with this URL was restored with its events',
		meaning: 'Added if Link Platform allows one webhook per URL and refused the new one.',
		advice: 'Solve what the first line says, and run Ensure Active again.',
	},
	earlierIsGone: {
		message: 'The earlier webhook with this URL was deleted, so no events are delivered now',
		meaning: "The same, and the earlier webhook couldn't be restored.",
		advice:
			'Solve what the first line says, and run Ensure Active again soon. Events without a webhook are not kept.',
	},
} as const satisfies Messages;

/** Why a heartbeat didn't get through: part of the `reason` of Ensure Active. */
export const heartbeatMessages = {
	notPublished: {
		message: 'n8n has no published workflow at this URL (status 404)',
		description: "Publish the workflow again, and compare 'URL' with its Production URL",
		meaning:
			'n8n itself responded. The workflow is not published, its publication failed, or the URL is another one.',
	},
	testUrl: {
		message: 'This is the test URL, which only works while n8n listens',
		description: "Enter the Production URL of the trigger in 'URL'",
		meaning: 'The URL contains `/webhook-test/`.',
	},
	notN8n: {
		message: 'Something in front of n8n responded with status 404',
		description: 'Have the reverse proxy forward the webhook path to n8n',
		meaning: 'The response is not from n8n. A proxy, a tunnel or another server took the request.',
	},
	signatureRefused: {
		message: 'The trigger rejected the signature (status 401)',
		description: "Choose the trigger's credential in this node too, and publish its workflow again",
		meaning: 'The trigger uses another credential, or its key has changed.',
	},
	loginRequired: {
		message: 'Something in front of n8n requires a login (status {status})',
		description: "Exempt the webhook path from it, because Link Platform can't log in",
		meaning: 'A proxy protects the address with a password, a login page or a list of addresses.',
	},
	proxyFailed: {
		message: "The reverse proxy can't reach n8n (status {status})",
		description: "Check that n8n is running, and its address in the proxy's configuration",
		meaning: "The proxy works, but n8n doesn't run or is elsewhere.",
	},
	redirected: {
		message: "The URL redirects to {address}, which deliveries don't follow",
		description: USE_FINAL_URL,
		meaning: 'Often from `http` to `https`, or to `www.`',
	},
	redirectedElsewhere: {
		message: "The URL redirects to another address, which deliveries don't follow",
		description: USE_FINAL_URL,
		meaning: "The same, if the redirect doesn't name a valid address.",
	},
	notTrigger: {
		message: 'The URL responded with status {status}, but not as a Link Platform Trigger',
		description: "Check that 'URL' is the Production URL of the trigger, and update its package",
		meaning: 'Another node or server is there, or a version of this package without heartbeats.',
	},
	otherStatus: {
		message: 'The URL responded with status {status}',
		description: 'Check the logs of n8n and of the reverse proxy',
		meaning: 'None of the above.',
	},
	hostNotFound: {
		message: "Check the host name in 'URL', and its DNS record",
		meaning: 'What to do if the host was not found.',
		advice: 'Compare the host name with that of the address at which you open n8n.',
	},
	lookupFailed: {
		message: "Check the host name in 'URL', and the DNS server of n8n",
		meaning: 'What to do if the DNS lookup failed.',
	},
	connectionRefused: {
		message: "Check the port in 'URL', and that n8n and its reverse proxy are running",
		meaning: 'What to do if the connection was refused.',
		advice: 'With Docker, check which port is published.',
	},
	wrongScheme: {
		message: "Check whether 'URL' has to begin with http:// or https://",
		meaning: "What to do if one side uses TLS and the other doesn't.",
	},
	untrusted: {
		message: "Renew the certificate of this address. Link Platform doesn't trust it either",
		meaning:
			'What to do if the TLS certificate has expired, is for another name, or is self-signed.',
	},
	noResponse: {
		message: 'Check the firewall and the reverse proxy between this address and n8n',
		meaning: 'What to do if no response came within 10 seconds, or the connection was lost.',
		advice:
			"If others can reach n8n's public address, but n8n itself can't, leave 'Check Delivery' off.",
	},
} as const satisfies Messages;

/** Why a delivery is refused: part of the response to its sender, and of a line in n8n's log. */
export const refusalMessages = {
	wrongSignature: {
		message: 'invalid signature',
		meaning:
			'It was signed with another secret than the trigger expects. The key or the secret in the credential was changed after publishing, somebody else subscribed this URL, or a proxy changed the content.',
		advice:
			'Publish the workflow again. If it keeps happening, delete other webhooks with the URL by Webhook > Clean Up.',
	},
	noSignature: {
		message: 'no signature',
		meaning:
			'Somebody other than Link Platform called the URL, or a proxy removes the header of the signature.',
		advice:
			'If it was not Link Platform, there is nothing to do. Otherwise have the proxy forward headers that begin with `X-`.',
	},
	noSecret: {
		message: 'no signing secret',
		meaning:
			"The credential was deleted, can't be read, or has neither 'API Key' nor 'Webhook Signing Secret'.",
		advice: 'Choose a credential in the trigger, and publish the workflow again.',
	},
	notObject: {
		message: 'content is not a JSON object',
		meaning: 'The signature is right, but the content is not what Link Platform documents.',
	},
	tooDeep: {
		message: 'content is nested too deeply',
		meaning:
			"The signature is right, but more than 1,000 lists and objects are nested in one another, with which n8n couldn't run a workflow.",
	},
	unreadable: {
		message: "content can't be read",
		meaning:
			"The content is larger than n8n allows, a form, or in an encoding that n8n doesn't know.",
		advice: 'If it comes from Link Platform, raise `N8N_PAYLOAD_SIZE_MAX`.',
	},
	response: {
		message: 'Delivery refused: {reason}',
		meaning: 'The response to a refused delivery, with one of the reasons above.',
	},
} as const satisfies Messages;

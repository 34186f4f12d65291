import type { JobOf } from '../schedule.mts';
import { getWords, MAY_EXIST, plain, type Run, saysNothing, type Work } from '../work.mts';

const WANTED = ['link.clicked', 'qr.scanned'];

/** Switches the sandbox to its plain settings, and creates a webhook as somebody else would. Returns its ID. */
export async function subscribe({ world }: Run, url: string, events = WANTED) {
	await world.change(plain());
	const { data } = await world.call('/api/webhooks/subscribe', { url, events });
	return data.id as number;
}

const isSame = (one: string, other: string) => new URL(one).href === new URL(other).href;

type EnsureActiveJob = JobOf<'ensureActive'>;

/** Returns the active webhooks of a URL, and the number of webhooks of other URLs. */
async function readWebhooks({ world: { sandbox } }: Run, hook: string) {
	const all = await sandbox.webhooks();
	const own = all.filter(({ url }) => isSame(url, hook));
	return { active: own.filter(({ active }) => active), others: all.length - own.length };
}

/**
 * True if a URL may have only one webhook, and the node can't replace it: either the list hides the inactive webhook,
 * or the service doesn't refuse a second webhook with status 409.
 */
const isIrreplaceable = ({ settings }: Run, { present }: EnsureActiveJob) =>
	settings.webhooksPerUrl === 'one' && (present === 'inactive' || settings.failuresAs200);

export async function ensureActive(run: Run, job: EnsureActiveJob): Promise<Work> {
	const { url: hook, present, alwaysRenew, others } = job;
	const { webhooksPerUrl, webhookLimit, planEvents, listDelayMs, subscribeAnswer } = run.settings;
	for (let n = 0; n < others; n += 1) await subscribe(run, `https://example.com/${n}`);
	if (present !== 'none') {
		const id = await subscribe(run, hook, present === 'less' ? [WANTED[0]] : WANTED);
		if (present === 'inactive') await run.world.deactivate(id);
	}
	const before = (await readWebhooks(run, hook)).active;
	return {
		resource: 'webhook',
		operation: 'ensureActive',
		parameters: { url: hook, events: WANTED, alwaysRenew },
		items: [{ json: {} }],
		mayFail:
			isIrreplaceable(run, job) ||
			// The response doesn't say that the new webhook has replaced the earlier webhook.
			(webhooksPerUrl === 'replaced' && subscribeAnswer === 'message') ||
			webhookLimit !== null ||
			planEvents !== null ||
			listDelayMs > 0,
		flaws: async (result) => {
			const after = await readWebhooks(run, hook);
			const message = getWords(result);
			return [
				...(after.others === others ? [] : ['a webhook of somebody else is gone']),
				...(message === ''
					? flawsOfSuccess(run, after.active)
					: flawsOfFailure(run, job, message, before, after.active)),
			];
		},
	};
}

type Webhooks = Awaited<ReturnType<typeof readWebhooks>>['active'];

function flawsOfSuccess(run: Run, after: Webhooks) {
	const { planEvents, listDelayMs, subscribeAnswer } = run.settings;
	// Neither the response nor the outdated list shows that the plan excludes some of the events.
	const isUntold = planEvents !== null && listDelayMs > 0 && subscribeAnswer === 'id';
	const isActive =
		isUntold || after.some(({ events }) => WANTED.every((event) => events.includes(event)));
	return [
		...(isActive ? [] : ['no webhook is active']),
		...(after.length > 1 && !saysNothing(run) ? [`${after.length} webhooks are active`] : []),
	];
}

function flawsOfFailure(
	run: Run,
	job: EnsureActiveJob,
	message: string,
	before: Webhooks,
	after: Webhooks,
) {
	const isReported =
		MAY_EXIST.test(message) ||
		/events may not be delivered|no events are delivered|couldn't be deleted|doesn't list it/.test(
			message,
		);
	if (isReported) return [];
	const hasLost = after.length < Math.min(1, before.length);
	const ids = new Set(before.map(({ id }) => id));
	const isMore = after.length > 1 && after.some(({ id }) => !ids.has(id));
	const isExcused = isIrreplaceable(run, job) || saysNothing(run);
	return [
		...(hasLost ? [`the webhook is gone, unreported: ${message}`] : []),
		...(isMore && !isExcused ? [`a second webhook exists, unreported: ${message}`] : []),
	];
}

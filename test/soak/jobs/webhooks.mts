import type { JobOf } from '../schedule.mts';
import { getWords, MAY_EXIST, plain, type Run, saysNothing, type Work } from '../work.mts';

const WANTED = ['link.clicked', 'qr.scanned'];

/** Subscribes as somebody else would, with the sandbox's own settings. */
export async function subscribe({ world }: Run, url: string, events = WANTED): Promise<number> {
	await world.sandbox.change(plain());
	const { data } = await world.sandbox.call('/api/webhooks/subscribe', { url, events });
	return data.id as number;
}

const isSame = (one: string, other: string) => new URL(one).href === new URL(other).href;

export async function ensureActive(
	run: Run,
	{ url: hook, present, alwaysRenew, others }: JobOf<'ensureActive'>,
): Promise<Work> {
	const { sandbox } = run.world;
	const { webhooksPerUrl, webhookLimit, planEvents, listDelayMs, subscribeAnswer } = run.settings;
	for (let n = 0; n < others; n += 1) await subscribe(run, `https://example.com/${n}`);
	if (present !== 'none') {
		const id = await subscribe(run, hook, present === 'less' ? [WANTED[0]] : WANTED);
		if (present === 'inactive') await sandbox.deactivate(id);
	}
	const mine = async () =>
		(await sandbox.webhooks()).filter(({ url, active }) => isSame(url, hook) && active);
	const before = await mine();
	const foreign = async () => (await sandbox.webhooks()).filter(({ url }) => !isSame(url, hook));
	// The list hides what is switched off, so nobody can replace it.
	const isHidden = webhooksPerUrl === 'one' && present === 'inactive';
	// Nothing tells the new one from the one that it took the place of.
	const isUntold = webhooksPerUrl === 'replaced' && subscribeAnswer === 'message';
	return {
		resource: 'webhook',
		operation: 'ensureActive',
		parameters: { url: hook, events: WANTED, alwaysRenew },
		items: [{ json: {} }],
		mayFail:
			isHidden || isUntold || webhookLimit !== null || planEvents !== null || listDelayMs > 0,
		flaws: async (result) => {
			const after = await mine();
			const flaws =
				(await foreign()).length === others ? [] : ['a webhook of somebody else is gone'];
			const said = getWords(result);
			if (said !== '') {
				const isReported =
					MAY_EXIST.test(said) ||
					/no events are delivered|couldn't be deleted|doesn't list it/.test(said);
				const hasLost = after.length < Math.min(1, before.length);
				const ids = new Set(before.map(({ id }) => id));
				const isMore = after.some(({ id }) => !ids.has(id));
				if (hasLost && !isReported) flaws.push(`the webhook is gone, unreported: ${said}`);
				if (isMore && after.length > 1 && !isReported && !isHidden && !saysNothing(run)) {
					flaws.push(`a second webhook exists, unreported: ${said}`);
				}
				return flaws;
			}
			const isActive = after.some(({ events }) => WANTED.every((event) => events.includes(event)));
			if (!isActive) flaws.push('no webhook is active');
			if (after.length > 1 && !saysNothing(run)) flaws.push(`${after.length} webhooks are active`);
			return flaws;
		},
	};
}

/** Whether a URL is below the prefix: the same origin, and whole segments of the path. */
function isBelow(url: string, prefix: string): boolean {
	if (!URL.canParse(prefix)) return false;
	const [one, other] = [new URL(url), new URL(prefix)];
	const path = other.pathname.replace(/\/$/, '');
	return one.origin === other.origin && `${one.pathname}/`.startsWith(`${path}/`);
}

export async function cleanUp(run: Run, { prefix, urls }: JobOf<'cleanUp'>): Promise<Work> {
	const { sandbox } = run.world;
	for (const url of urls) await subscribe(run, url);
	const { listDelayMs } = run.settings;
	return {
		resource: 'webhook',
		operation: 'cleanUp',
		parameters: { urlPrefix: prefix, dryRun: false },
		items: [{ json: {} }],
		mayFail: !/^https:\/\/\w/.test(prefix) || listDelayMs > 0,
		flaws: async (result) => {
			const left = (await sandbox.webhooks()).map(({ url }) => url);
			const gone = urls.filter((url) => !left.includes(url));
			const wrong = gone.filter((url) => !isBelow(url, prefix));
			const kept = left.filter((url) => isBelow(url, prefix));
			const said = getWords(result) + JSON.stringify(result.items);
			const isSaid = getWords(result) !== '' || said.includes('"deleted":false');
			return [
				...wrong.map((url) => `${prefix} deletes ${url}`),
				...(isSaid || saysNothing(run) ? [] : kept.map((url) => `${url} is left, unreported`)),
			];
		},
	};
}

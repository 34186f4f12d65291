/** By account: the end of the last run in line. */
const lines = new Map<string, Promise<unknown>>();

/**
 * Runs `work` once those before it with this account have ended, however they did: between looking up what exists and
 * creating the rest, another execution would create the same. n8n starts a schedule again while the last run still
 * goes on, and what it had begun once more when it restarts. In queue mode, each worker has a line of its own.
 */
export async function inTurn(
	account: string,
	work: () => Promise<void>,
	onWait: () => void,
): Promise<void> {
	const before = lines.get(account);
	if (before) onWait();
	const turn = Promise.resolve(before).then(work);
	const end = turn.catch(() => {});
	lines.set(account, end);
	await turn.finally(() => {
		if (lines.get(account) === end) lines.delete(account);
	});
}

import { createClient } from '../../../tools/sandbox/client.mts';
import { getDefaultSettings } from '../../../tools/sandbox/control.mts';
import { type AccountsJob, REFUSED } from '../schedule.mts';
import { getPlace, getText, hasFailed, MAY_EXIST, plain, type Run, type Work } from '../work.mts';

const REFUSED_KEY = 'lp_refused_0123456789abcdef';

/** Rows of several clients. Only the first account has the faults of the schedule. */
export async function accounts(run: Run, { operation, clients }: AccountsJob): Promise<Work> {
	const { world, schedule, settings, apiKey } = run;
	const { service, pace } = schedule;
	const all = [world.sandbox as Pick<typeof world.sandbox, 'all' | 'change'>];
	const keys = [apiKey];
	for (let n = 1; n < REFUSED; n += 1) {
		const opened = await world.sandbox.openAccount({
			...getDefaultSettings(),
			...service.settings,
		});
		all.push(createClient(opened));
		keys.push(opened.apiKey);
	}
	keys.push(REFUSED_KEY);
	const toName = (_: number, n: number) => `client-row-${n}`;
	const names = clients.map(toName);
	const isLink = operation === 'link';
	const [path, collection, field] = isLink
		? (['/api/urls', 'urls', 'alias'] as const)
		: (['/api/qrs', 'qrs', 'name'] as const);
	const url = '=https://example.com/{{ $json.name }}';
	return {
		resource: isLink ? 'link' : 'qrCode',
		operation: isLink ? 'create' : 'createMany',
		parameters: isLink
			? { url, additionalFields: { alias: '={{ $json.name }}' } }
			: {
					name: '={{ $json.name }}',
					url,
					downloadImage: false,
					additionalFields: { batchSize: 3 },
				},
		items: clients.map((client, n) => ({ json: { client, name: names[n] } })),
		// The rows don't hold the keys: failed items come out with their fields.
		credential: { apiKey: `={{ ${JSON.stringify(keys)}[$json.client] }}` },
		secrets: keys,
		mayFail: !isLink || clients.includes(REFUSED),
		flaws: async (result) => {
			const flaws: string[] = [];
			const made: string[][] = [];
			for (const account of all) {
				await account.change(plain());
				made.push((await account.all(path, collection)).map((record) => String(record[field])));
			}
			for (const [n, name] of names.entries()) {
				for (const [account, present] of made.entries()) {
					const count = present.filter((other) => other === name).length;
					if (count > 0 && account !== clients[n]) {
						flaws.push(`row ${n} of account ${clients[n]} is in account ${account}`);
					} else if (count > 1) flaws.push(`row ${n} is there ${count} times`);
				}
			}
			if (hasFailed(result)) return flaws;
			const isThere = (n: number) => made[clients[n]]?.includes(names[n]) ?? false;
			for (const n of result.items.map(getPlace)) {
				if (!isThere(n)) flaws.push(`row ${n} comes out, and is not in its account`);
			}
			const isPatient = pace.maxWait === 600 && settings.quotas.urls > 1000;
			for (const item of result.errorItems) {
				const [n, text] = [getPlace(item), getText(item)];
				const client = clients[n];
				if (isThere(n) && !MAY_EXIST.test(text) && !text.includes('(ID ')) {
					flaws.push(`row ${n} is in its account, and comes out as ${text}`);
				}
				// Under HTTP 200, nothing tells a refused key from a refused value. An unknown key gets the faults, too.
				const isPlain = service.faults.length === 0 && !settings.failuresAs200;
				const isClear = client === REFUSED && isPlain && isPatient;
				if (isClear && !(text.includes('API key rejected') && isNamed(text, clients))) {
					flaws.push(`row ${n} has a refused key, and comes out as ${text}`);
				}
				if (client > 0 && client < REFUSED && isLink && isPatient) {
					flaws.push(`row ${n} fails, though nothing hinders its account: ${text}`);
				}
			}
			return flaws;
		},
	};
}

/** Whether a message names the account, if there are several. */
function isNamed(text: string, clients: number[]): boolean {
	return new Set(clients).size === 1 || text.includes('(key of row');
}

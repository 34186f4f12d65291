import type { JobOf } from '../schedule.mts';
import {
	flawsOfMade,
	getPlace,
	getText,
	hasFailed,
	MAY_EXIST,
	plain,
	type Run,
	toId,
	type Work,
} from '../work.mts';

async function getLinks({ world: { sandbox } }: Run) {
	await sandbox.change(plain());
	return (await sandbox.all('/api/urls', 'urls')).map(({ id, alias, longurl, shorturl }) => ({
		id: String(id),
		alias: String(alias),
		longurl: String(longurl),
		shortUrl: String(shorturl),
	}));
}

const toRowUrl = (n: number) => `https://example.com/row/${n}`;

export async function createLinks(
	run: Run,
	{ operation, aliases, hasPassword }: JobOf<'createLinks'>,
): Promise<Work> {
	const texts = async () => (await getLinks(run)).map(({ id, longurl }) => ({ id, text: longurl }));
	const before = await texts();
	const wanted = aliases.map((_, n) => toRowUrl(n));
	const isOnce = operation === 'createOnce';
	return {
		resource: 'link',
		operation,
		parameters: {
			url: '={{ $json.url }}',
			...(isOnce ? { idempotencyKey: '={{ $json.url }}' } : {}),
			additionalFields: {
				[isOnce ? 'slug' : 'alias']: '={{ $json.alias }}',
				...(hasPassword && !isOnce ? { password: run.password } : {}),
			},
		},
		items: aliases.map((alias, n) => ({ json: { url: wanted[n], alias } })),
		// Link Platform may refuse an alias that is in use or has unsupported letters.
		mayFail: aliases.some((alias) => alias !== ''),
		flaws: async (result) => flawsOfMade(result, wanted, before, await texts()),
	};
}

/** Returns the alias as this deployment stores it. */
const toStored = (alias: string, { settings }: Run) =>
	settings.aliases === 'lowered' ? alias.toLowerCase() : alias;

/** True if the deployment accepts all letters of an alias. */
const isAccepted = (alias: string, { settings }: Run) =>
	settings.aliases === 'anyLetters' || /^[\w-]*$/.test(alias);

/** Creates a link for each of these aliases that the deployment accepts; returns the aliases as stored. */
async function createLinksOf(run: Run, aliases: string[]) {
	const { sandbox } = run.world;
	const accepted = aliases.filter((alias) => isAccepted(alias, run) && alias !== 'launch');
	const distinct = [...new Set(accepted.map((alias) => toStored(alias, run)))];
	await sandbox.change({ ...plain(), aliases: run.settings.aliases });
	for (const alias of distinct) {
		await sandbox.call('/api/url/add', { alias, url: `https://example.com/before/${alias}` });
	}
	return distinct;
}

export async function upsert(
	run: Run,
	{ aliases, present, hasPassword }: JobOf<'upsert'>,
): Promise<Work> {
	await createLinksOf(run, present);
	const before = new Set((await getLinks(run)).map(({ id }) => id));
	return {
		resource: 'link',
		operation: 'upsert',
		parameters: {
			alias: '={{ $json.alias }}',
			url: '={{ $json.url }}',
			additionalFields: hasPassword ? { password: run.password } : {},
		},
		items: aliases.map((alias, n) => ({ json: { alias, url: toRowUrl(n) } })),
		// If aliases are stored in lower case, an alias with capital letters isn't found, although it is in use.
		mayFail:
			aliases.some((alias) => !isAccepted(alias, run) || toStored(alias, run) !== alias) ||
			run.settings.listDelayMs > 0,
		flaws: async (result) => {
			const flaws: string[] = [];
			const links = await getLinks(run);
			const keys = new Set(aliases.map((alias) => toStored(alias, run)));
			const messages = [result.error?.message, ...result.errorItems.map(getText)].join();
			// If Link Platform used a different alias, the failed item or the run's error names the link's ID.
			const isReported = (id: string) => messages.includes(`(ID ${id})`);
			const added = links.filter(({ id }) => !before.has(id) && !isReported(id));
			if (added.length > keys.size) flaws.push(`${keys.size} aliases make ${added.length} links`);
			if (hasFailed(result)) return flaws;
			const succeeded = new Map(result.items.map((item) => [getPlace(item), toId(item)]));
			const open = new Set(
				result.errorItems.filter((item) => MAY_EXIST.test(getText(item))).map(getPlace),
			);
			for (const key of keys) {
				const link = links.find((one) => one.alias === key);
				const places = aliases.flatMap((other, n) => (toStored(other, run) === key ? [n] : []));
				const done = places.filter((n) => succeeded.has(n));
				for (const n of done) {
					if (succeeded.get(n) !== link?.id) flaws.push(`row ${n} is the link of another alias`);
				}
				// Rows are processed in order only if they spell the alias in the same way.
				const isOrdered = new Set(places.map((n) => aliases[n])).size === 1;
				const last = toRowUrl(places.at(-1)!);
				if (isOrdered && done.length === places.length && link?.longurl !== last) {
					flaws.push(`${key} leads to ${link?.longurl}, its last row says ${last}`);
				}
				const isNew = link !== undefined && !before.has(link.id);
				if (isNew && done.length === 0 && !places.some((n) => open.has(n))) {
					flaws.push(`${key} exists, and no item reports it`);
				}
			}
			return flaws;
		},
	};
}

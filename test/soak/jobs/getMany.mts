import { isDeepStrictEqual } from 'node:util';
import { omit } from '../../../nodes/LinkPlatform/api/envelope.ts';
import { getDefaultSettings } from '../../../packages/sandbox/control.mts';
import type { Json } from '../../../packages/sandbox/client.mts';
import { byId } from '../../support/world.mts';
import { type JobOf, LISTS } from '../schedule.mts';
import { hasFailed, type Run, toId, type Work } from '../work.mts';

/** Lists that come out as they are; of the others, the ids are compared. */
const WHOLE: Array<JobOf<'getMany'>['of']> = ['link', 'activity', 'webhook'];
const UNPAGED: Array<JobOf<'getMany'>['of']> = ['webhook', 'domain', 'apiKey'];

export async function getMany(run: Run, { of, count, limit }: JobOf<'getMany'>): Promise<Work> {
	const { world, settings } = run;
	const { sandbox } = world;
	const [pattern, collection, fill] = LISTS[of];
	const path = pattern.replace(':id', '1');
	if (fill !== '' && count > 0) await sandbox.fill(fill, count);
	for (let n = 0; of === 'webhook' && n < count % 9; n += 1) {
		const url = `https://example.com/${n}`;
		await sandbox.call('/api/webhooks/subscribe', { url, events: ['link.clicked'] });
	}
	const { figures } = settings;
	const isLegacy = path.startsWith('/v3');
	const isId = { activity: { linkId: byId('1') } }[of as 'activity'] ?? {};
	const ofPage = of === 'subscriber' ? { bioPageId: byId('1') } : isId;
	return {
		resource: of === 'activity' ? 'analytics' : of,
		operation: of === 'activity' ? 'getLinkActivity' : 'getAll',
		parameters: { ...ofPage, ...(limit === 0 ? { returnAll: true } : { limit }) },
		items: [{ json: {} }],
		// A list that contradicts itself may be refused, but not cut.
		mayFail: figures !== 'right' || (isLegacy && !settings.legacy.offered),
		flaws: async (result) => {
			if (hasFailed(result) || result.errorItems.length > 0) return [];
			// As this deployment writes records, but without what it does to pages and envelopes; counts are numbers.
			const { idsAsStrings, activity, qrTargets, qrLinks, dates, nulls } = settings;
			const { extraFields, listOrder, inactiveWebhooks } = settings;
			await sandbox.change({
				...getDefaultSettings(),
				idsAsStrings,
				activity,
				qrTargets,
				qrLinks,
				dates,
				nulls,
				extraFields,
				listOrder,
				inactiveWebhooks,
			});
			const isPaged = !UNPAGED.includes(of);
			const whole = isPaged
				? await readAll(run, path, collection)
				: ((await sandbox.call(path)).data[collection] as Json[]);
			const expected = limit === 0 ? whole : whole.slice(0, limit);
			const got = result.items.map(({ json: { linkId, ...json } }) =>
				of === 'activity' || linkId === undefined
					? omit(json, ['isLikelyBot', 'botReason'])
					: { ...json, linkId },
			);
			const toShown = (records: object[]) =>
				WHOLE.includes(of) ? records : records.map((json) => toId({ json } as never));
			const isSame = isDeepStrictEqual(toShown(got), toShown(expected));
			if (isSame) return [];
			const difference = Math.sign(got.length - expected.length);
			const what = { '-1': 'too few', '0': 'other', '1': 'too many' }[String(difference)];
			return [`${what} records of "${of}": ${got.length}, the service has ${expected.length}`];
		},
	};
}

/** All records of a list, read page by page. */
async function readAll({ world: { sandbox } }: Run, path: string, collection: string) {
	const records: Json[] = [];
	for (let page = 1, last = 1; page <= last; page += 1) {
		const body = await sandbox.call<Json & { data?: Json }>(`${path}?page=${page}&limit=100`);
		// The legacy list of files has no `data`.
		const place = body.data ?? body;
		records.push(...(place[collection] as Json[]));
		last = Number(place.maxpage);
	}
	return records;
}

import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { omit } from '../../../nodes/LinkPlatform/api/envelope.ts';
import { getDefaultSettings } from '../../../packages/sandbox/control.mts';
import type { Json } from '../../../packages/sandbox/client.mts';
import { byId } from '../../support/world.mts';
import { type JobOf, LISTS } from '../schedule.mts';
import type { NodeResult } from '../../../packages/n8n-harness/index.mts';
import { hasFailed, type Run, toId, type Work } from '../work.mts';

type GetManyJob = JobOf<'getMany'>;

/** Lists whose complete records are compared. For other lists, only the IDs are compared. */
const WHOLE: Array<GetManyJob['of']> = ['link', 'activity', 'webhook'];
const UNPAGED: Array<GetManyJob['of']> = ['webhook', 'domain', 'apiKey'];
/** Settings that change records. The other settings change pages and envelopes. */
const OF_RECORDS = [
	'idsAsStrings',
	'activity',
	'qrTargets',
	'qrLinkIds',
	'qrDesigns',
	'qrListNames',
	'qrLinks',
	'webhookUrls',
	'dates',
	'extraFields',
	'listOrder',
	'inactiveWebhooks',
] as const;

export async function getMany(run: Run, job: GetManyJob): Promise<Work> {
	const { of, count, limit } = job;
	const { world, settings } = run;
	const { sandbox } = world;
	const [pattern, , fill] = LISTS[of];
	if (fill !== '' && count > 0) await sandbox.fill(fill, count);
	for (let n = 0; of === 'webhook' && n < count % 9; n += 1) {
		const url = `https://example.com/${n}`;
		await sandbox.call('/api/webhooks/subscribe', { url, events: ['link.clicked'] });
	}
	const id = byId('1');
	const parents: Partial<Record<typeof of, object>> = {
		activity: { linkId: id },
		subscriber: { bioPageId: id },
	};
	const isLegacy = pattern.startsWith('/v3');
	return {
		resource: of === 'activity' ? 'analytics' : of,
		operation: of === 'activity' ? 'getLinkActivity' : 'getAll',
		parameters: { ...parents[of], ...(limit === 0 ? { returnAll: true } : { limit }) },
		items: [{ json: {} }],
		// The node may refuse a list with contradictory totals, but must not return only a part of the list.
		mayFail: settings.figures !== 'right' || (isLegacy && !settings.legacy.offered),
		flaws: (result) => getFlawsOfList(run, job, result),
	};
}

async function getFlawsOfList(run: Run, job: GetManyJob, result: NodeResult) {
	if (hasFailed(result) || result.errorItems.length > 0) return [];
	const { of, limit } = job;
	const whole = await readExpected(run, of);
	const expected = limit === 0 ? whole : whole.slice(0, limit);
	const got = result.items.map(({ json }) => toRecord(json, of));
	const toShown = (records: object[]) =>
		WHOLE.includes(of) ? records : records.map((json) => toId({ json } as never));
	if (isDeepStrictEqual(toShown(got), toShown(expected))) return [];
	const difference = Math.sign(got.length - expected.length);
	const kind = { '-1': 'too few', '0': 'other', '1': 'too many' }[String(difference)];
	return [`${kind} records of "${of}": ${got.length}, the service has ${expected.length}`];
}

/** Removes the fields that the node adds to a record: `linkId` from clicks, and the fields about bots. */
function toRecord({ linkId, ...json }: IDataObject, of: GetManyJob['of']) {
	if (of !== 'activity' && linkId !== undefined) return { ...json, linkId };
	return omit(json, ['isLikelyBot', 'botReason']);
}

/** Returns all records in the form in which the deployment returns them. Reads the list page by page. */
async function readExpected({ world: { sandbox }, settings }: Run, of: GetManyJob['of']) {
	const [pattern, collection] = LISTS[of];
	const path = pattern.replace(':id', '1');
	const ofRecords = Object.fromEntries(OF_RECORDS.map((name) => [name, settings[name]]));
	await sandbox.change({ ...getDefaultSettings(), ...ofRecords });
	if (UNPAGED.includes(of)) return (await sandbox.call(path)).data[collection] as Json[];
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

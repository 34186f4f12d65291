import { byId } from '../../support/world.mts';
import type { ReadJob } from '../schedule.mts';
import { getPlace, hasFailed, type Run, toId, toOwnId, type Work } from '../work.mts';

const OPERATIONS = {
	link: ['link', 'get', 'linkId'],
	qrCode: ['qrCode', 'get', 'qrCodeId'],
	bioPage: ['bioPage', 'get', 'bioPageId'],
	campaign: ['campaign', 'get', 'campaignId'],
	domain: ['domain', 'get', 'domainId'],
	image: ['qrCode', 'download', 'qrCodeId'],
} satisfies Record<ReadJob['of'], [resource: string, operation: string, parameter: string]>;

/** A record that is there comes out; one that is not is a failure, however that is said. */
export function read({ settings }: Run, { of, ids }: ReadJob): Promise<Work> {
	const [resource, operation, parameter] = OPERATIONS[of];
	const wanted = ids.map((id) => toOwnId(id, settings));
	const isThere = (at: number) => ids[at] < 3;
	return Promise.resolve({
		resource,
		operation,
		parameters: { [parameter]: { ...byId(''), value: '={{ $json.id }}' } },
		items: wanted.map((id) => ({ json: { id } })),
		mayFail: ids.includes(999),
		flaws: (result) => {
			const outcomes = hasFailed(result) ? [] : result.items;
			const flaws = outcomes.flatMap((item) => {
				const at = getPlace(item);
				if (!isThere(at)) return [`an unknown ${of} comes out as ${JSON.stringify(item.json)}`];
				return toId(item) === wanted[at] ? [] : [`${of} ${wanted[at]} comes out as ${toId(item)}`];
			});
			return Promise.resolve(flaws);
		},
	});
}

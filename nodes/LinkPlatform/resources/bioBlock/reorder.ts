import { Failure, getFailure } from '../../api/failure';
import { fill } from '../../api/fill';
import { toRecord } from '../../runner/items';
import type { CompositeOperation } from '../../runner/operation';
import { toRequest } from '../../api/route';
import { bioBlockMessages } from './messages';
import { bioPageId } from '../bioPage/fields';
import { parseBlocks } from '../bioPage/blocks';
import { text } from '../../runner/fields';

/**
 * `PUT /api/bio/:id/reorder` with "block keys in the desired order". What Link Platform does with a key that
 * is unknown, left out or given twice is not shown. A refusal is explained with the page's blocks, if they can be read.
 */
export const reorder: CompositeOperation = {
	name: 'Reorder',
	action: 'Reorder bio blocks',
	description: 'Change the order of the blocks on a bio page',
	routes: ['PUT /api/bio/{bioPageId}/reorder', 'GET /api/bio/{bioPageId}'],
	fields: [
		bioPageId,
		text('Order', 'order', {
			required: true,
			placeholder: 'e.g. b7f3a1, c20d94, a81e55',
			description:
				'Keys of all blocks of the page from top to bottom, separated by commas or as a JSON array',
		}),
	],
	orderingKey: (input) => input.string('bioPageId'),
	run: async (input, { client }) => {
		const wanted = input.list('order');
		const values = { bioPageId: input.string('bioPageId') };
		const label = (name: string) => input.label(name);
		const request = toRequest('PUT /api/bio/{bioPageId}/reorder', values, label);
		const send = async (order: Array<string | number>) =>
			toRecord(await client.send({ ...request, body: { order } }));
		const sent = send(wanted);
		const refusal = await getFailure(sent);
		if (!refusal?.isAboutValues) return [{ json: await sent }];
		const read = client.send(toRequest('GET /api/bio/{bioPageId}', values, label));
		const blocks = parseBlocks(await read.catch(() => undefined));
		if (blocks === undefined) throw refusal;
		const keys = blocks.map(({ key }) => key);
		refuseOther(wanted, keys.map(String));
		const order = wanted.map((text) => keys.find((key) => String(key) === text) ?? text);
		// Link Platform may want numbers.
		if (order.every((key) => typeof key === 'string')) throw refusal;
		return [{ json: await send(order) }];
	},
};

function refuseOther(wanted: string[], keys: string[]): void {
	const unknown = wanted.filter((key) => !keys.includes(key));
	const missing = keys.filter((key) => !wanted.includes(key));
	const repeated = wanted.filter((key, index) => keys.includes(key) && wanted.indexOf(key) < index);
	const findings = Object.entries({ unknown, missing, repeated })
		.filter(([, found]) => found.length > 0)
		.map(([word, found]) => `${word}: ${[...new Set(found)].join(', ')}`);
	if (findings.length === 0) return;
	const reasons = findings.join('; ');
	throw Failure.input(
		keys.length === 0
			? fill(bioBlockMessages.wrongOrderOfNone, { reasons })
			: fill(bioBlockMessages.wrongOrder, { reasons, keys: keys.join(', ') }),
	);
}

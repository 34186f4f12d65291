import type { IDataObject, NodeHint } from 'n8n-workflow';
import { ALL, EVENTS } from './events';
import { toSimplified, type FullEvent } from './simplify';

/** Returns a sample item of the trigger for a documented event type, with 'Simplify' on or off. */
export function toSampleItem(event: string, isSimplified = true): IDataObject {
	const full: FullEvent = {
		event,
		deliveryId: '0b9f6a52-6d3c-4f7e-9c1a-2f8e5d7b4a10',
		timestamp: '2026-03-01T09:00:00.000Z',
		data: EVENTS[event].sample,
	};
	return isSimplified ? toSimplified(full) : full;
}

/**
 * Hints that the trigger's output panel shows before the first event: a sample for each chosen event type. They
 * replace a schema preview, which n8n doesn't show for a trigger, and they can depend on parameters. n8n shows the
 * hints of a group as one line that can be expanded.
 */
export const sampleHints: NodeHint[] = Object.entries(EVENTS).flatMap(([value, { name }]) =>
	[true, false].map((isSimplified) => ({
		message: `Sample of <b>${name}</b>:<br><code>${toHtml(toSampleItem(value, isSimplified))}</code>`,
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ $parameter["simplify"] === ${isSimplified} && [${JSON.stringify(ALL)}, ${JSON.stringify(value)}].some((type) => String($parameter["events"]).split(",").map((one) => one.trim()).includes(type)) }}`,
		group: { key: 'samples', summary: 'Samples of the {count} events that you chose' },
	})),
);

/**
 * Returns JSON as HTML that keeps its line breaks and indentation, although the editor removes styles and most tags.
 */
function toHtml(sample: object): string {
	return JSON.stringify(sample, null, 2).replaceAll('\n', '<br>').replaceAll('  ', '&nbsp;&nbsp;');
}

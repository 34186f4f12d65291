import type { NodeHint } from 'n8n-workflow';
import { ALL, EVENTS, toSampleItem } from '../webhooks/events';

/**
 * What the output panel shows before the first event: a sample for each chosen event type. n8n shows no schema
 * preview for a trigger, but its hints may depend on parameters; several of one group fold into one line.
 */
export const sampleHints: NodeHint[] = Object.entries(EVENTS).map(([value, { name }]) => ({
	message: `Sample of <b>${name}</b>:<br><code>${toHtml(toSampleItem(value))}</code>`,
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ [${JSON.stringify(ALL)}, ${JSON.stringify(value)}].some((type) => String($parameter["events"]).split(",").map((one) => one.trim()).includes(type)) }}`,
	group: { key: 'samples', summary: 'Samples of the {count} events that you chose' },
}));

/** JSON whose line breaks and indents survive in HTML: the editor removes styles and most tags. */
function toHtml(sample: object): string {
	const text = JSON.stringify(sample, null, 2);
	return text.replaceAll('\n', '<br>').replaceAll('  ', '&nbsp;&nbsp;');
}

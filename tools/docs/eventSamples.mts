/** A sample item of each documented event type, as the reference shows it. */
import type * as Events from '../../nodes/LinkPlatform/events/events.ts';
import { getBuiltModule } from '../built.mts';

/** A section for each event type: its description and a sample. */
export function createSampleSections(): string[] {
	const { EVENTS, toSampleItem } = getBuiltModule<typeof Events>(
		'nodes/LinkPlatform/events/events',
	);
	return Object.entries(EVENTS).map(([event, { name, description }]) => {
		const sample = JSON.stringify(toSampleItem(event), null, 2);
		return `### ${name}\n\n${description}.\n\n\`\`\`json\n${sample}\n\`\`\``;
	});
}

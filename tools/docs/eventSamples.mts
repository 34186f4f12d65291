/** The page with a sample item of each documented event type. */
import { join } from 'node:path';
import type * as Events from '../../nodes/LinkPlatform/webhooks/events.ts';
import { getBuiltModule } from '../built.mts';
import { replaceBetween } from './replaceBetween.mts';

export const SAMPLES_PAGE = join('docs', 'guides', 'trigger-events.md');

/** The page's text with the samples as they are now. */
export function createSamplesPage(packageFolder: string, page: string): string {
	const { EVENTS, toSampleItem } = getBuiltModule<typeof Events>(
		'nodes/LinkPlatform/webhooks/events',
		packageFolder,
	);
	const sections = Object.entries(EVENTS).map(([event, { name, description }]) => {
		const sample = JSON.stringify(toSampleItem(event), null, 2);
		return `### ${name}\n\n${description}.\n\n\`\`\`json\n${sample}\n\`\`\`\n`;
	});
	return replaceBetween(page, 'samples', sections.join('\n'));
}

/** A sample item of each documented event type, made from the sandbox's own examples. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { getEventType } from '../sandbox/events.mts';
import { replaceBetween } from './replaceBetween.mts';

/** Read by the node, for the hints in its output panel. */
export const SAMPLES = join('nodes', 'LinkPlatform', 'trigger', 'samples.json');
export const SAMPLES_PAGE = join('docs', 'guides', 'trigger-events.md');

function documentedTypes(packageFolder: string): INodePropertyOptions[] {
	const fromPackage = createRequire(join(packageFolder, 'package.json'));
	const path = './dist/nodes/LinkPlatform/webhooks/eventTypes.js';
	return (fromPackage(path) as { EVENT_TYPES: INodePropertyOptions[] }).EVENT_TYPES;
}

const toSample = (event: string) => ({
	event,
	deliveryId: '0b9f6a52-6d3c-4f7e-9c1a-2f8e5d7b4a10',
	timestamp: '2026-03-01T09:00:00.000Z',
	data: getEventType(event)!.example,
});

/** The samples as the node reads them. */
export function createSamplesJson(packageFolder: string): string {
	const samples = documentedTypes(packageFolder).map(({ value }) => [
		value,
		toSample(String(value)),
	]);
	return `${JSON.stringify(Object.fromEntries(samples), null, '\t')}\n`;
}

/** The page's text with the samples as they are now. */
export function createSamplesPage(packageFolder: string, page: string): string {
	const sections = documentedTypes(packageFolder).map(({ name, value, description }) => {
		const sample = JSON.stringify(toSample(String(value)), null, 2);
		return `### ${name}\n\n${description}.\n\n\`\`\`json\n${sample}\n\`\`\`\n`;
	});
	return replaceBetween(page, 'samples', sections.join('\n'));
}

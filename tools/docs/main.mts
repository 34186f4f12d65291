/** `npm run docs`: brings what is generated up to date; `npm run build` comes first. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DEPLOYMENTS_PAGE, createDeploymentsPage } from './deployments.mts';
import { writeOutputSchemas } from './outputSchemas.mts';
import { createParts } from './parts.mts';
import { replaceBetween } from './replaceBetween.mts';
import { writeReferencePages } from './referencePages.mts';
import { writeSelfTest } from './selfTest.mts';
import { MESSAGES_PAGE, createMessagesPage } from './messagesPage.mts';

for (const [path, parts] of Object.entries(createParts())) {
	const replaced = Object.entries(parts).reduce(
		(text, [name, content]) => replaceBetween(text, name, content),
		readFileSync(path, 'utf8'),
	);
	writeFileSync(path, replaced);
}
await writeOutputSchemas(process.cwd());
await writeSelfTest();
await writeReferencePages(process.cwd());
const messages = readFileSync(MESSAGES_PAGE, 'utf8');
writeFileSync(MESSAGES_PAGE, createMessagesPage(messages));
const deployments = readFileSync(DEPLOYMENTS_PAGE, 'utf8');
writeFileSync(DEPLOYMENTS_PAGE, createDeploymentsPage(deployments));

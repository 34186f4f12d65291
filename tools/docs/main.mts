/** `npm run docs`: brings what is generated up to date; `npm run build` comes first. */
import { readFileSync, writeFileSync } from 'node:fs';
import { writePages } from '../bench/pages.mts';
import { createSettingsTable } from '../sandbox/settings.mts';
import { SAMPLES, SAMPLES_PAGE, createSamplesJson, createSamplesPage } from './eventSamples.mts';
import { getBuiltResources, createOperationsTable } from './operationsTable.mts';
import { writeOutputSchemas } from './outputSchemas.mts';
import { replaceBetween } from './replaceBetween.mts';
import { writeReferencePages } from './referencePages.mts';
import { writeSelfTest } from './selfTest.mts';
import { TROUBLESHOOTING_PAGE, createTroubleshootingPage } from './troubleshooting.mts';

const table = createOperationsTable(await getBuiltResources(process.cwd()));
writeFileSync('README.md', replaceBetween(readFileSync('README.md', 'utf8'), 'operations', table));
await writeOutputSchemas(process.cwd());
await writeSelfTest();
await writeReferencePages(process.cwd());
writeFileSync(SAMPLES, createSamplesJson(process.cwd()));
writeFileSync(SAMPLES_PAGE, createSamplesPage(process.cwd(), readFileSync(SAMPLES_PAGE, 'utf8')));
const troubleshooting = readFileSync(TROUBLESHOOTING_PAGE, 'utf8');
writeFileSync(TROUBLESHOOTING_PAGE, createTroubleshootingPage(troubleshooting));
const sandboxPage = readFileSync('tools/sandbox/README.md', 'utf8');
const settings = replaceBetween(sandboxPage, 'settings', createSettingsTable());
writeFileSync('tools/sandbox/README.md', settings);
writePages();

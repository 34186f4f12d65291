/** `npm run docs`: brings what is generated up to date; `npm run build` comes first. */
import { getResources } from '../built.mts';
import { readFileSync, writeFileSync } from 'node:fs';
import { BOTS_PAGE, createBotFigures } from './botFigures.mts';
import { DEPLOYMENTS_PAGE, createDeploymentsPage } from './deployments.mts';
import { SAMPLES_PAGE, createSamplesPage } from './eventSamples.mts';
import { createOperationsTables } from './operationsTable.mts';
import { createSettingsTable } from '../sandbox/settings.mts';
import { writeOutputSchemas } from './outputSchemas.mts';
import { replaceBetween } from './replaceBetween.mts';
import { writeReferencePages } from './referencePages.mts';
import { writeSelfTest } from './selfTest.mts';
import { TROUBLESHOOTING_PAGE, createTroubleshootingPage } from './troubleshooting.mts';

const table = createOperationsTables(getResources());
writeFileSync('README.md', replaceBetween(readFileSync('README.md', 'utf8'), 'operations', table));
await writeOutputSchemas(process.cwd());
await writeSelfTest();
await writeReferencePages(process.cwd());
writeFileSync(SAMPLES_PAGE, createSamplesPage(process.cwd(), readFileSync(SAMPLES_PAGE, 'utf8')));
const troubleshooting = readFileSync(TROUBLESHOOTING_PAGE, 'utf8');
writeFileSync(TROUBLESHOOTING_PAGE, createTroubleshootingPage(troubleshooting));
const sandboxPage = readFileSync('tools/sandbox/README.md', 'utf8');
const settings = replaceBetween(sandboxPage, 'settings', createSettingsTable());
writeFileSync('tools/sandbox/README.md', settings);
const deployments = readFileSync(DEPLOYMENTS_PAGE, 'utf8');
writeFileSync(DEPLOYMENTS_PAGE, createDeploymentsPage(deployments));
const bots = replaceBetween(readFileSync(BOTS_PAGE, 'utf8'), 'bots', createBotFigures());
writeFileSync(BOTS_PAGE, bots);

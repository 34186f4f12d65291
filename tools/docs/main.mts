/** `npm run docs`: brings what is generated up to date; `npm run build` comes first. */
import { readFileSync, writeFileSync } from 'node:fs';
import { SAMPLES, SAMPLES_PAGE, samplesJson, samplesPage } from './eventSamples.mts';
import { between, builtResources, operationsTable } from './operationsTable.mts';
import { writeOutputSchemas } from './outputSchemas.mts';
import { writeReferencePages } from './referencePages.mts';
import { writeSelfTest } from './selfTest.mts';

const table = operationsTable(await builtResources(process.cwd()));
writeFileSync('README.md', between(readFileSync('README.md', 'utf8'), 'operations', table));
await writeOutputSchemas(process.cwd());
writeSelfTest();
await writeReferencePages(process.cwd());
writeFileSync(SAMPLES, samplesJson(process.cwd()));
writeFileSync(SAMPLES_PAGE, samplesPage(process.cwd(), readFileSync(SAMPLES_PAGE, 'utf8')));

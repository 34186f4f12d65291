/** `npm run docs`: brings the generated parts of the documentation up to date; `npm run build` comes first. */
import { readFileSync, writeFileSync } from 'node:fs';
import { between, builtResources, operationsTable } from './operationsTable.mts';

const table = operationsTable(await builtResources(process.cwd()));
writeFileSync('README.md', between(readFileSync('README.md', 'utf8'), 'operations', table));

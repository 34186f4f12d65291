/** `npm run docs`: brings what is generated up to date; `npm run build` comes first. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFiles, listStale } from './files.mts';

// Made before the first is written: where a step of the self-test fails, all stay as they are.
const files = await createFiles();
for (const path of listStale(files)) rmSync(path);
for (const [path, text] of files) {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

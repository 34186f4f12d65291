/** `npm run docs`: updates all generated files. Run `npm run build` first. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFiles, listStale } from './files.mts';

// Create all files before writing the first one, so that no file changes if a step of the self-test fails.
const files = await createFiles();
for (const path of listStale(files)) rmSync(path);
for (const [path, text] of files) {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

/** `npm run docs`: updates the generated files. Needs a build (`npm run build`). */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFiles, listStale } from './files.mts';

// Create all before writing the first: if a step of the self-test fails, nothing changes.
const files = await createFiles();
for (const path of listStale(files)) rmSync(path);
for (const [path, text] of files) {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

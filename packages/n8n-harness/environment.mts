/**
 * Sets the environment that n8n-core reads when it is loaded, so import this file first. All files are in a temporary
 * folder, so a developer's real n8n is never touched.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const userFolder = mkdtempSync(join(tmpdir(), 'linkplatform-engine-'));
const removeUserFolder = () => rmSync(userFolder, { recursive: true, force: true });

process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'only-for-the-engine-harness';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
// As a regular n8n has it (queue mode: `database`), whatever the developer's shell says.
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
delete process.env.N8N_STORAGE_PATH;
delete process.env.N8N_BINARY_DATA_STORAGE_PATH;

process.once('exit', removeUserFolder);
// Where jest has a copy of `process`, that never emits `exit`: there the test file's own end is used.
(globalThis as { afterAll?: (hook: () => void) => void }).afterAll?.(removeUserFolder);

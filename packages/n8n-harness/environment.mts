/**
 * Sets the environment variables that n8n-core reads while it loads, so import this file first. All files go into a
 * temporary folder, so a developer's real n8n is never touched.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const userFolder = mkdtempSync(join(tmpdir(), 'linkplatform-engine-'));
const removeUserFolder = () => rmSync(userFolder, { recursive: true, force: true });

process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'only-for-the-engine-harness';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
// Use n8n's default outside of queue mode, whatever the developer's environment says.
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
delete process.env.N8N_STORAGE_PATH;
delete process.env.N8N_BINARY_DATA_STORAGE_PATH;

process.once('exit', removeUserFolder);
// In jest, `process` is a copy that never emits `exit`, so the folder is deleted at the end of the test file instead.
(globalThis as { afterAll?: (hook: () => void) => void }).afterAll?.(removeUserFolder);

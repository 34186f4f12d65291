/**
 * `npm run scan`: runs n8n's community scanner on the source and on the packed package, which n8n also scans after
 * publication. Runs n8n's lint rules on the finished node descriptions. Run `npm run build` first.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	SOURCE_FILE_PATTERNS,
	analyzePackage,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { lintBuiltDescriptions } from './renderedDescription.mts';

/** The files that the scanner checks in a published package. */
const ARCHIVE_PATTERNS = ['**/*.js', 'package.json'];

const folder = process.cwd();
const workFolder = mkdtempSync(join(tmpdir(), 'package-scan-'));
try {
	const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', workFolder];
	const [{ filename }] = JSON.parse(execFileSync('npm', pack, { encoding: 'utf8' })) as Array<{
		filename: string;
	}>;
	execFileSync('tar', ['-xzf', join(workFolder, filename), '-C', workFolder]);
	const scanned = await Promise.all([
		analyzePackage(folder, SOURCE_FILE_PATTERNS),
		analyzePackage(join(workFolder, 'package'), ARCHIVE_PATTERNS),
	]);
	const refusals = scanned.filter(({ passed }) => !passed);
	const findings = await lintBuiltDescriptions(folder);
	for (const { message, details } of refusals) console.error(message, details);
	for (const { file, line, rule, message } of findings) {
		console.error(`${file}:${line}  ${message}  (${rule})`);
	}
	console.log(`${filename}: ${refusals.length + findings.length} findings`);
	process.exitCode = refusals.length + findings.length > 0 ? 1 : 0;
} finally {
	rmSync(workFolder, { recursive: true });
}

/**
 * Judges the package before publication as n8n's scanner will after it: packs it, unpacks it, and has the
 * scanner look at the source and at the archive; then once more with every warning, at the finished
 * descriptions, at which files are packed, and how big they are.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lintBuiltDescriptions } from './renderedDescription.mts';
import { type Finding, lintFiles } from './officialRules.mts';

const MAX_UNPACKED_BYTES = 600 * 1024;
const ALLOWED_FILES = [
	/^(package\.json|README\.md|LICENSE\.md|CHANGELOG\.md)$/,
	/^dist\/package\.json$/,
	/^dist\/(credentials|icons|nodes)\/([\w-]+\/)*[\w.-]+\.(js|json|svg)$/,
	/^dist\/nodes\/LinkPlatform\/__schema__\/v[\d.]+(\/\w+){0,2}\.json$/,
];

/** Those that n8n's scanner looks at in a published archive. */
const ARCHIVE_PATTERNS = ['**/*.js', 'package.json'];

interface Packed {
	filename: string;
	unpackedSize: number;
	files: Array<{ path: string; size: number }>;
}

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
}

const finding = (file: string, message: string): Finding => ({
	file,
	line: 0,
	rule: 'package contents',
	message,
});

/** What is wrong with the list of packed files. */
export function checkContents(packed: Packed, { n8n }: Manifest): Finding[] {
	const paths = packed.files.map(({ path }) => path);
	const missing = ['README.md', 'LICENSE.md', ...n8n.nodes, ...n8n.credentials].filter(
		(path) => !paths.includes(path),
	);
	const unexpected = paths.filter((path) => !ALLOWED_FILES.some((allowed) => allowed.test(path)));
	const findings = [
		...missing.map((path) => finding(path, 'is missing in the archive')),
		...unexpected.map((path) => finding(path, 'does not belong in the archive')),
	];
	if (packed.unpackedSize > MAX_UNPACKED_BYTES) {
		const message = `takes ${packed.unpackedSize} bytes unpacked, more than ${MAX_UNPACKED_BYTES}`;
		findings.push(finding(packed.filename, message));
	}
	return findings;
}

/** What n8n's own scanner says, with the files that it takes from a repository and from an archive. */
async function runScanner(source: string, unpacked: string): Promise<Finding[]> {
	const scanner = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const findings: Finding[] = [];
	for (const [folder, patterns] of [
		[source, scanner.SOURCE_FILE_PATTERNS],
		[unpacked, ARCHIVE_PATTERNS],
	] as const) {
		const { passed, message, details } = await scanner.analyzePackage(folder, [...patterns]);
		if (!passed) {
			const text = [message, details].filter(Boolean).join('\n');
			findings.push({ file: folder, line: 0, rule: "n8n's scanner", message: text });
		}
	}
	return findings;
}

/** Packs the package of the folder and judges it. */
export async function scan(folder: string): Promise<{ packed: Packed; findings: Finding[] }> {
	const workFolder = mkdtempSync(join(tmpdir(), 'package-scan-'));
	try {
		const npmPack = ['pack', '--json', '--ignore-scripts', '--pack-destination', workFolder];
		const options = { cwd: folder, encoding: 'utf8' } as const;
		const [packed] = JSON.parse(execFileSync('npm', npmPack, options)) as Packed[];
		const archive = join(workFolder, packed.filename);
		execFileSync('tar', ['-xzf', archive, '-C', workFolder]);
		const unpacked = join(workFolder, 'package');
		const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
		const findings = [
			...checkContents(packed, manifest),
			...(await runScanner(folder, unpacked)),
			...(await lintFiles(folder, ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'])),
			...(await lintFiles(unpacked, ARCHIVE_PATTERNS)),
			...(await lintBuiltDescriptions(folder)),
		];
		return { packed, findings };
	} finally {
		rmSync(workFolder, { recursive: true });
	}
}

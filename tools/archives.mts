/**
 * `npm run archives`: builds the packages in `packages/` as JavaScript with types, and packs each into an archive that others
 * install. (In this repository, Node runs their TypeScript as it is, but not under `node_modules`.) Writes the archives
 * into the working directory, or into the folder named after `--`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';

/** The parts of a package.json that name modules. */
interface Manifest {
	private?: boolean;
	exports: Record<string, string>;
	bin?: Record<string, string>;
}

const readJson = <T,>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;

/** Returns the package.json of the archive, which names the built files instead of the TypeScript. */
function toPacked({ private: _private, exports, bin = {}, ...others }: Manifest) {
	const rename = (path: string, ending: string) => path.replace(/\.mts$/, ending);
	const built = Object.entries(exports).map(([name, path]) => {
		return [name, { types: rename(path, '.d.mts'), default: rename(path, '.mjs') }];
	});
	const commands = Object.entries(bin).map(([name, path]) => [name, rename(path, '.mjs')]);
	return {
		...others,
		exports: Object.fromEntries(built) as object,
		bin: Object.fromEntries(commands) as object,
	};
}

/** Writes the modules, and what they import, as JavaScript with types into `outDir`. Throws if there is a type error. */
function compile(folder: string, modules: string[], outDir: string) {
	const { compilerOptions } = readJson<{ compilerOptions: object }>('tools/tsconfig.json');
	const building = { noEmit: false, declaration: true, rewriteRelativeImportExtensions: true };
	const { options } = ts.convertCompilerOptionsFromJson(
		{ ...compilerOptions, ...building, types: ['node'], rootDir: folder, outDir },
		'.',
	);
	const types = ts.sys.readDirectory(folder, ['.d.mts'], ['**/node_modules']);
	const files = [...modules.map((path) => join(folder, path)), ...types];
	const program = ts.createProgram(files, options);
	const found = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
	const host = ts.createCompilerHost(options);
	if (found.length > 0) throw new Error(ts.formatDiagnostics(found, host));
}

const destination = resolve(process.argv[2] ?? '.');
mkdirSync(destination, { recursive: true });
for (const folder of readJson<{ workspaces: string[] }>('package.json').workspaces) {
	const manifest = readJson<Manifest>(join(folder, 'package.json'));
	const staging = mkdtempSync(join(tmpdir(), 'pack-'));
	compile(folder, Object.values({ ...manifest.exports, ...manifest.bin }), staging);
	writeFileSync(join(staging, 'package.json'), JSON.stringify(toPacked(manifest), null, '\t'));
	const texts = [join(folder, 'README.md'), join(folder, 'CHANGELOG.md'), 'LICENSE.md'];
	for (const text of texts) cpSync(text, join(staging, text.replace(/.*\//, '')));
	const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
	const said = execFileSync('npm', pack, { cwd: staging, encoding: 'utf8' });
	const [{ filename, size }] = JSON.parse(said) as Array<{ filename: string; size: number }>;
	console.log(`${filename}: ${Math.round(size / 1000)} kB`);
	rmSync(staging, { recursive: true });
}

/**
 * A runtime for jest in which a worker loads what tests stand on only once: n8n-core and the other dependencies,
 * and tools/. Jest by itself loads all of it again for each test file, in a VM context of its own. The package
 * is still loaded anew for each file, be it from nodes/ or from dist/, as is the file itself.
 */
import { createRequire, isBuiltin } from 'node:module';
import { join, sep } from 'node:path';
import { compileFunction, constants } from 'node:vm';
import Runtime from 'jest-runtime';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist') + sep;
const SHARED = [join(root, 'node_modules') + sep, join(root, 'tools') + sep, dist];

const { exit } = process;
// Jest ends a worker by a signal, and then nothing would remove the engine's files.
process.once('SIGTERM', () => exit());

export default class SharedRuntime extends Runtime {
	constructor(config, environment, ...rest) {
		const { console } = environment.global;
		process.exit = exit;
		// Else jest's handlers for the former file would take part.
		delete globalThis[Symbol.for('EVENT_HANDLERS')];
		for (const path of Object.keys(require.cache))
			if (path.startsWith(dist)) delete require.cache[path];
		// One realm, so that an Error or an Array is the same for the tests and for what they load.
		environment.global = Object.assign(globalThis, { console });
		super(config, environment, ...rest);
		const { executor } = this;
		executor.compile = (source, filename) =>
			compileFunction(source, executor.injectedModuleParameters, {
				filename,
				importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
			});
	}

	requireModule(from, name, options, ...rest) {
		if (name && !options?.isInternalModule && !isBuiltin(name)) {
			const path = this._resolution.resolveCjs(from, name);
			if (SHARED.some((folder) => path.startsWith(folder))) return require(path);
		}
		return super.requireModule(from, name, options, ...rest);
	}

	/** The process is the real one, which has it. */
	installGetBuiltinModule() {}
}

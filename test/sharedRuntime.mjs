/**
 * A runtime for jest that loads n8n-core, the other dependencies, packages/ and tools/ once per worker. Jest's own loads
 * all of it again for each test file, in a VM context of its own, which took most of the time of a run. The
 * test files and the package, from nodes/ or from dist/, are still loaded anew for each file.
 */
import { createRequire, isBuiltin } from 'node:module';
import { join, sep } from 'node:path';
import { compileFunction, constants } from 'node:vm';

const require = createRequire(import.meta.url);
// The one that jest itself uses.
const fromJest = createRequire(createRequire(require.resolve('jest')).resolve('@jest/core'));
const { default: Runtime } = fromJest('jest-runtime');
const toPath = (folder) => join(import.meta.dirname, '..', folder) + sep;
const dist = toPath('dist');
const shared = ['node_modules', 'packages', 'tools', 'dist'].map(toPath);

const { console } = globalThis;
const { exit } = process;
// Jest ends a worker by this signal, and without an exit the engine's folder would remain.
process.once('SIGTERM', () => exit(143));
export default class SharedRuntime extends Runtime {
	constructor(config, environment, ...rest) {
		// One realm, so that an Error or an Array is the same for the tests and for what they load.
		environment.global = Object.assign(globalThis, { console: environment.global.console });
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
			if (shared.some((folder) => path.startsWith(folder))) return require(path);
		}
		return super.requireModule(from, name, options, ...rest);
	}

	/** The process is the real one, which has it. */
	installGetBuiltinModule() {}

	teardown() {
		super.teardown();
		Object.assign(globalThis, { console });
		process.exit = exit;
		// Else jest's handlers for this file would take part in the next one.
		delete globalThis[Symbol.for('EVENT_HANDLERS')];
		for (const path of Object.keys(require.cache))
			if (path.startsWith(dist)) delete require.cache[path];
	}
}

/**
 * Makes jest resolve n8n-core and n8n-workflow to the old release, and everything else as usual. The few tests that
 * start their own process (memory, dates in the isolate) use the current release there.
 */
const { resolve } = require('node:path');

const OLD = resolve('.n8n/compat');
const OF_N8N = /^n8n-(core|workflow)(\/|$)/;

module.exports = (request, options) => {
	const isOurs = !options.basedir.startsWith(OLD);
	const basedir = isOurs && OF_N8N.test(request) ? OLD : options.basedir;
	return options.defaultResolver(request, { ...options, basedir });
};

/**
 * For jest: n8n-core and n8n-workflow are those of the old release, everything else is as ever. The few
 * tests that start a process of their own (memory, dates in the isolate) have the current release there.
 */
const { resolve } = require('node:path');

const OLD = resolve('.n8n/compat');
const OF_N8N = /^n8n-(core|workflow)(\/|$)/;

module.exports = (request, options) => {
	const isOurs = !options.basedir.startsWith(OLD);
	const basedir = isOurs && OF_N8N.test(request) ? OLD : options.basedir;
	return options.defaultResolver(request, { ...options, basedir });
};

/**
 * What jest's results of a run say: `failed <file>` prints the test files that failed, one per line, and nothing if the
 * run has no results; `sum <folder>` how many tests passed and failed, and which passed only when they were run again.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const [command, path] = process.argv.slice(2);
const read = (file) => JSON.parse(readFileSync(file, 'utf8')).testResults;
const count = (files, wanted) =>
	files
		.flatMap(({ assertionResults }) => assertionResults)
		.filter(({ status }) => status === wanted).length;

if (command === 'failed') {
	const files = existsSync(path) ? read(path) : [];
	for (const { name, status } of files) if (status === 'failed') console.log(relative('.', name));
} else {
	const outcomes = new Map();
	// "x.json.again" follows "x.json" and replaces its result.
	for (const run of readdirSync(path).sort()) {
		for (const file of read(join(path, run))) {
			const key = `${run.replace('.again', '')} ${file.name}`;
			outcomes.set(key, { ...file, first: outcomes.get(key) });
		}
	}
	const last = [...outcomes.values()];
	const crashed = last.filter(
		({ status, assertionResults }) =>
			status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
	);
	console.log(
		`\n${count(last, 'passed')} passed, ${count(last, 'failed') + crashed.length} failed`,
	);
	for (const { name, status, first } of last) {
		if (first && status === 'passed') {
			console.log(`Passed only the second time: ${relative('.', name)}`);
		}
	}
}

/**
 * Reads jest's results. `failed <file>` prints the test files that failed in a run, one per line; if the run has no
 * results, it prints nothing. `sum <folder>` prints how many tests passed and failed in all runs, and which files passed
 * only the second time.
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
	// After sorting, "x.json.again" follows "x.json", so its results replace those of the first run.
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

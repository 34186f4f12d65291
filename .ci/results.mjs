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
	const runs = readdirSync(path).sort();
	// "x.json.again" comes after "x.json", and counts in its place.
	const files = new Map(
		runs.flatMap((run) => read(join(path, run))).map((file) => [file.name, file]),
	);
	const last = [...files.values()];
	const crashed = last.filter(
		({ status, assertionResults }) =>
			status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
	);
	console.log(
		`\n${count(last, 'passed')} passed, ${count(last, 'failed') + crashed.length} failed`,
	);
	const first = runs.filter((run) => run.endsWith('.json')).flatMap((run) => read(join(path, run)));
	for (const { name, assertionResults } of first) {
		const now = files.get(name).assertionResults;
		for (const { fullName, status } of assertionResults) {
			const passes = now.some((test) => test.fullName === fullName && test.status === 'passed');
			if (status === 'failed' && passes) {
				console.log(`Passed only the second time: ${relative('.', name)}: ${fullName}`);
			}
		}
	}
}

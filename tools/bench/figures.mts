/** Statistics of the benchmarks' measurements. */

/**
 * Returns a quantile, e.g. the median for a `share` of 0.5: the lowest value that is at least as high as this share
 * of all values. NaN if there are no values.
 */
export function quantile(values: number[], share: number) {
	if (values.length === 0) return NaN;
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.max(Math.ceil(values.length * share), 1) - 1];
}

export const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

/** Returns the median of all rounds as text, with the lowest and the highest value if they differ. */
export function toSpread(rounds: number[], digits = 0) {
	const figures = [quantile(rounds, 0), quantile(rounds, 0.5), quantile(rounds, 1)];
	if (!figures.every(Number.isFinite)) return '–';
	const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
	const [low, middle, high] = figures.map((figure) => figure.toLocaleString('en', fraction));
	return low === high ? middle : `${middle} (${low}–${high})`;
}

/** Divides the value of each round by the baseline's value of the same round. */
export const toRatios = (rounds: number[], baseline: number[]) =>
	rounds.map((figure, round) => figure / baseline[round]);

/**
 * Measures all candidates in each round. Every other round runs in reverse order, so that other work on the machine
 * doesn't always slow the same candidates down.
 */
export async function byTurns<Candidate, Figures>(
	candidates: Candidate[],
	rounds: number,
	measure: (candidate: Candidate) => Promise<Figures>,
) {
	const all = candidates.map((candidate) => ({ candidate, runs: [] as Figures[] }));
	for (let round = 0; round < rounds; round += 1) {
		for (const one of round % 2 === 0 ? all : all.toReversed()) {
			one.runs.push(await measure(one.candidate));
		}
	}
	return all;
}

/** Runs `work` once. Returns its result, and the elapsed time and the CPU time of this process, both in seconds. */
export async function clock<T>(work: () => Promise<T>) {
	const cpu = process.cpuUsage();
	const started = performance.now();
	const result = await work();
	const seconds = (performance.now() - started) / 1000;
	const { user, system } = process.cpuUsage(cpu);
	return { result, seconds, cpuSeconds: (user + system) / 1e6 };
}

/** Returns one measurement from each round, and its ratio to the baseline in each round. */
export function compare<Run>(runs: Run[], baseline: Run[], get: (run: Run) => number) {
	const own = runs.map(get);
	return [own, toRatios(own, baseline.map(get))];
}

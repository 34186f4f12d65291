/** Statistics of measurements. */

/** The value that this share of them does not exceed; NaN if there are none. */
export function quantile(values: number[], share: number): number {
	if (values.length === 0) return NaN;
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.max(Math.ceil(values.length * share), 1) - 1];
}

export const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

/** The median of the rounds, with the lowest and the highest if they differ. */
export function toSpread(rounds: number[], digits = 0): string {
	const figures = [quantile(rounds, 0), quantile(rounds, 0.5), quantile(rounds, 1)];
	if (!figures.every(Number.isFinite)) return '–';
	const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
	const [low, middle, high] = figures.map((figure) => figure.toLocaleString('en', fraction));
	return low === high ? middle : `${middle} (${low}–${high})`;
}

/** Each round over the same round of the baseline. */
export const toRatios = (rounds: number[], baseline: number[]): number[] =>
	rounds.map((figure, round) => figure / baseline[round]);

/** Measures all candidates in each round, first one way, then the other: others use the machine too. */
export async function byTurns<Candidate, Figures>(
	candidates: Candidate[],
	rounds: number,
	measure: (candidate: Candidate) => Promise<Figures>,
): Promise<Array<{ candidate: Candidate; runs: Figures[] }>> {
	const all = candidates.map((candidate) => ({ candidate, runs: [] as Figures[] }));
	for (let round = 0; round < rounds; round += 1) {
		for (const one of round % 2 === 0 ? all : all.toReversed()) {
			one.runs.push(await measure(one.candidate));
		}
	}
	return all;
}

/** Does the work once; with its result, its time and the CPU time of this process, in seconds. */
export async function clock<T>(work: () => Promise<T>) {
	const cpu = process.cpuUsage();
	const started = performance.now();
	const result = await work();
	const seconds = (performance.now() - started) / 1000;
	const { user, system } = process.cpuUsage(cpu);
	return { result, seconds, cpuSeconds: (user + system) / 1e6 };
}

/** The figure of all rounds, and its ratios to the baseline. */
export function compare<Run>(runs: Run[], baseline: Run[], get: (run: Run) => number) {
	const own = runs.map(get);
	return [own, toRatios(own, baseline.map(get))];
}

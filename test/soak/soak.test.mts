import { soak, soakSeed as seed } from './soak.mts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);

test(
	`random jobs at random services for ${MINUTES} minutes (SOAK_SEED=${seed} repeats them)`,
	async () => {
		const { count, failures } = await soak({
			seed,
			milliseconds: MINUTES * 60_000,
			most: Infinity,
		});
		process.stdout.write(`${count} schedules, SOAK_SEED=${seed}\n`);
		expect(failures).toEqual([]);
	},
	(MINUTES + 5) * 60_000,
);

import { writeFileSync } from 'node:fs';
import { soak, soakSeed as seed, toReport } from './soak.mts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const MOST = Number(process.env.SOAK_MOST ?? Infinity);

test(
	`random jobs run against random Link Platform deployments for ${MINUTES} minutes (SOAK_SEED=${seed} repeats them)`,
	async () => {
		const started = performance.now();
		const { count, found } = await soak({ seed, milliseconds: MINUTES * 60_000, most: MOST });
		const seconds = Math.round((performance.now() - started) / 1000);
		process.stdout.write(`${count} schedules in ${seconds} s, SOAK_SEED=${seed}\n`);
		if (process.env.SOAK_FOUND)
			writeFileSync(process.env.SOAK_FOUND, JSON.stringify(found, null, 1));
		expect(found.map(toReport)).toEqual([]);
	},
	(MINUTES + 30) * 60_000,
);

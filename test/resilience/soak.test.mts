/** Runs the first schedules of `npm test -- soak`; another SOAK_SEED draws other schedules. */
import { soak, toReport } from '../soak/soak.mts';

const seed = Number(process.env.SOAK_SEED ?? 1);

test(`random jobs against random Link Platform deployments report what they did (SOAK_SEED=${seed})`, async () => {
	const { found } = await soak({ seed, milliseconds: 60_000, most: 40 });
	expect(found.map(toReport)).toEqual([]);
}, 400_000);

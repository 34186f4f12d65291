/** A few hundred of the schedules of `npm run soak`, each time others. */
import { soak, soakSeed as seed } from '../soak/soak.mts';

test(`random jobs at random services end as told (SOAK_SEED=${seed} repeats them)`, async () => {
	const { failures } = await soak({ seed, milliseconds: 60_000, most: 400 });
	expect(failures).toEqual([]);
}, 240_000);

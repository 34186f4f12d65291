/** A few hundred of the schedules of `npm run soak`, different each time. */
import { soak, soakSeed as seed } from '../soak/soak.mts';

test(`random jobs at random services report what they did (SOAK_SEED=${seed} repeats them)`, async () => {
	const { failures } = await soak({ seed, milliseconds: 60_000, most: 400 });
	expect(failures).toEqual([]);
}, 400_000);

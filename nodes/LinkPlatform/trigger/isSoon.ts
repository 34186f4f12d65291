import { sleep } from 'n8n-workflow';

/** In ms: Link Platform sends the deliveries that belong to a click at the same time. */
const LONGEST_WAIT = 3_000;
const STEP = 100;

/** Whether something about a click becomes true within seconds, as another delivery arrives. */
export async function isSoon(isTrue: () => boolean): Promise<boolean> {
	for (let waited = 0; waited < LONGEST_WAIT; waited += STEP) {
		if (isTrue()) return true;
		await sleep(STEP);
	}
	return isTrue();
}

/** How fast n8n answers its own editor, e.g. while deliveries come in. */
import type { N8nRest } from '../../n8n/rest.mts';

/** What the editor asks for when somebody opens it. */
const PATHS = ['/rest/settings', '/rest/workflows', '/rest/executions?limit=20'];
const PAUSE = 250;

export interface Usability {
	/** In ms. */
	times: number[];
	/** How often no answer came, or none of use. */
	failed: number;
}

/** Asks four times a second, whatever became of the question before, until `meanwhile` is over. */
export async function probe<T>(
	rest: N8nRest,
	meanwhile: () => Promise<T>,
): Promise<Usability & { result: T }> {
	const asked: Array<Promise<number>> = [];
	const ask = async (path: string) => {
		const startedAt = performance.now();
		return await rest.call('GET', path).then(
			() => performance.now() - startedAt,
			() => NaN,
		);
	};
	const timer = setInterval(() => asked.push(ask(PATHS[asked.length % PATHS.length])), PAUSE);
	try {
		const result = await meanwhile();
		const times = await Promise.all(asked);
		const answered = times.filter((time) => !Number.isNaN(time));
		return { result, times: answered, failed: times.length - answered.length };
	} finally {
		clearInterval(timer);
	}
}

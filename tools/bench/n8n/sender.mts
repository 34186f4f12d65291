/**
 * A process that sends requests at their time, whatever became of those before (see pace.mts). What the receiver is
 * slow at shows as late answers, and never as fewer requests.
 */
import { Agent, request } from 'undici';

import type { Answer, Timed } from './pace.mts';

/** Longer than any service waits: how late an answer comes is to be seen. */
const PATIENCE = 120_000;

const dispatcher = new Agent({
	connections: 512,
	headersTimeout: PATIENCE,
	bodyTimeout: PATIENCE,
});

async function send({ url, headers, body, due }: Timed, start: number): Promise<Answer> {
	const sent = performance.now() - start;
	const answer = await request(url, { method: 'POST', headers, body, dispatcher }).then(
		async (response) => {
			await response.body.dump();
			return { status: response.statusCode };
		},
		(error: Error) => ({ status: 0, error: error.message }),
	);
	return { due, sent, answered: performance.now() - start, ...answer };
}

async function sendAll(timed: Timed[]): Promise<Answer[]> {
	const start = performance.now();
	const answers: Array<Promise<Answer>> = [];
	for (const one of timed) {
		const pause = one.due - (performance.now() - start);
		if (pause > 0) await new Promise((done) => setTimeout(done, Math.ceil(pause)));
		answers.push(send(one, start));
	}
	return await Promise.all(answers);
}

process.once('message', (timed: Timed[]) => {
	sendAll(timed).then(
		(answers) => process.send!(answers, () => process.exit()),
		(error: Error) => {
			process.stderr.write(`${error.stack}\n`);
			process.exit(1);
		},
	);
});
// Nothing is sent for a process that has ended.
process.on('disconnect', () => process.exit());

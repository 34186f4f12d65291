/** Requests at a set pace from a process of their own, so that what sending costs does not count as n8n's. */
import { fork } from 'node:child_process';
import { resolve } from 'node:path';

import type { DeliveryRequest } from '../../n8n/world.mts';

/** A request, and when to send it, in ms from the start. */
export interface Timed extends DeliveryRequest {
	due: number;
}

/** All times in ms from the start. The answer took from `due` on: who sends late hides what was waited. */
export interface Answer {
	due: number;
	sent: number;
	answered: number;
	/** 0 where none came. */
	status: number;
	error?: string;
}

/** Sends each at its time; gives their answers in the same order, when all have come. */
export async function sendAtPace(timed: Timed[]): Promise<Answer[]> {
	const sender = fork(resolve('tools/bench/n8n/sender.mts'), { execArgv: ['--no-warnings'] });
	return await new Promise((done, fail) => {
		sender.once('message', (answers: Answer[]) => done(answers));
		sender.once('error', fail);
		sender.once('exit', (code) => fail(new Error(`The sender ended with code ${code}`)));
		sender.send(timed, (error) => error && fail(error));
	});
}

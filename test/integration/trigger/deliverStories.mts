import { createAgent, sendRaw } from '../../support/rawRequest.mts';
import type { Story } from './attackCorpus.mts';
import type { Judge } from './contract.mts';

export interface Outcome {
	kind: string;
	/** What the trigger did with it, and what it should have done: run, ignored or refused. */
	got: string;
	expected: string;
	/** Its response. */
	response: string;
}

/** Delivers all stories, `atOnce` at a time; returns the outcome of each request, and the items that have to run. */
export async function deliverStories(url: string, stories: Story[], judge: Judge, atOnce: number) {
	const judged = stories.map(({ kind, requests }) => ({
		kind,
		steps: requests.map((request) => ({ request, verdict: judge(request) })),
	}));
	// A new agent: servers close idle connections after some seconds.
	const agent = createAgent();
	const outcomes: Outcome[] = [];
	const waiting = [...judged];
	const deliverRest = async () => {
		for (let story = waiting.shift(); story; story = waiting.shift()) {
			for (const { request, verdict } of story.steps) {
				const { status, text } = await sendRaw(agent, url, request);
				const got = status !== 200 ? 'refused' : text.includes('"ignored"') ? 'ignored' : 'run';
				const response = `${status} ${text.slice(0, 200)}`;
				outcomes.push({ kind: story.kind, got, expected: verdict.is, response });
			}
		}
	};
	await Promise.all(Array.from({ length: atOnce }, deliverRest));
	agent.destroy();
	const wanted = judged
		.flatMap(({ steps }) => steps)
		.flatMap(({ verdict }) => (verdict.is === 'run' ? [verdict.item] : []));
	return { outcomes, wanted };
}

/** Those that did not end as they should, one line for each kind. */
export function getDifferences(outcomes: Outcome[]): string[] {
	const differing = outcomes.filter(({ expected, got }) => expected !== got);
	const lines = differing.map(({ kind, got, expected }) => `${kind}: ${got}, not ${expected}`);
	return [...new Set(lines)];
}

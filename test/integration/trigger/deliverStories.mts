import { Agent, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { RawRequest, Story } from './attackCorpus.mts';
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
		steps: requests.map((raw) => ({ raw, verdict: judge(raw) })),
	}));
	// A new agent: servers close idle connections after some seconds.
	const agent = new Agent({ keepAlive: true });
	const outcomes: Outcome[] = [];
	const waiting = [...judged];
	const deliverRest = async () => {
		for (let story = waiting.shift(); story; story = waiting.shift()) {
			for (const { raw, verdict } of story.steps) {
				const { status, text } = await send(agent, url, raw);
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

/** Status and text of the response; a status of 0 if there was none. */
async function send(agent: Agent, url: string, { headers, body }: RawRequest) {
	const all = [['host', new URL(url).host], ['content-length', String(body.length)], ...headers];
	return await new Promise<{ status: number; text: string }>((resolve) => {
		const none = () => resolve({ status: 0, text: '' });
		const sent = request(url, { method: 'POST', agent, headers: all.flat() }, (response) => {
			readText(response).then((text) => resolve({ status: response.statusCode!, text }), none);
		});
		sent.on('error', none);
		sent.end(body);
	});
}

/** Those that did not end as they should, one line for each kind. */
export function getDifferences(outcomes: Outcome[]): string[] {
	const differing = outcomes.filter(({ expected, got }) => expected !== got);
	const lines = differing.map(({ kind, got, expected }) => `${kind}: ${got}, not ${expected}`);
	return [...new Set(lines)];
}

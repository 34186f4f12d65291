import type { Catalog } from './catalog.mts';
import { type Intent, BYSTANDERS, heldOut, tuned } from './intents.mts';

const FIRST = 5;
const NODES = {
	action: 'n8n-nodes-linkplatform.linkPlatform',
	trigger: 'n8n-nodes-linkplatform.linkPlatformTrigger',
};

interface Score {
	found: number;
	of: number;
	missed: string[];
}

interface AiScore extends Score {
	/** Those of the missed that no alias could bring among the first: other nodes' names weigh more. */
	beyondReach: string[];
}

export interface Evaluation {
	/** How many nodes were searched. */
	nodes: number;
	halves: Record<'tuned' | 'held out', { ai: AiScore; panel: Score }>;
	/** Searches for another node that give this package first, or instead. */
	intrusions: string[];
}

/**
 * How the package fares in both searches. An AI has to get the very node. The panel has one row for both; there
 * only one or two words count, for nobody types more into it.
 */
export function evaluate({ searchAsAi, searchAtBest, searchAsPanel, size }: Catalog): Evaluation {
	const half = (intents: Intent[]) => {
		const ai = score(intents, ({ text, node }) => searchAsAi(text, FIRST).includes(NODES[node]));
		const isBeyondReach = ({ text, node }: Intent) =>
			ai.missed.includes(text) && !searchAtBest(text, FIRST).includes(NODES[node]);
		const short = intents.filter(({ text }) => text.split(' ').length <= 2);
		return {
			ai: { ...ai, beyondReach: intents.filter(isBeyondReach).map(({ text }) => text) },
			panel: score(short, ({ text }) => searchAsPanel(text, FIRST).includes(NODES.action)),
		};
	};
	return {
		nodes: size,
		halves: { tuned: half(tuned), 'held out': half(heldOut) },
		intrusions: BYSTANDERS.filter(({ text, node }) =>
			[searchAsAi(text, FIRST), searchAsPanel(text, FIRST)].some((names) => isAhead(names, node)),
		).map(({ text }) => text),
	};
}

function score(intents: Intent[], isFound: (intent: Intent) => boolean): Score {
	const missed = intents.filter((intent) => !isFound(intent)).map(({ text }) => text);
	return { found: intents.length - missed.length, of: intents.length, missed };
}

/** Whether one of ours is among the names, and not behind the node that was meant. */
function isAhead(names: string[], meant: string): boolean {
	const ours = names.findIndex((name) => name.startsWith(NODES.action));
	const other = names.findIndex((name) => name.endsWith(`.${meant}`));
	return ours >= 0 && (other < 0 || ours < other);
}

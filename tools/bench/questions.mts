import { loadavg } from 'node:os';
import { writePages } from './pages.mts';
import { type Results, save, say } from './results.mts';

export interface Question {
	/** What `--only` knows it by, and what its results are called after their number. */
	name: string;
	/** Where it stands on the page. */
	place: number;
	title: string;
	/** Says the tables; may resolve with the line that they come to. */
	ask: () => Promise<string | void> | void;
}

/** Flags that both benchmarks have. */
export const options = {
	write: { type: 'boolean', default: false },
	/** Names of questions, separated by commas; default: all. */
	only: { type: 'string', default: '' },
	rounds: { type: 'string', default: '5' },
} as const;

/** An npm script with the flags of this run: they say how much was measured. */
export function toCommand(script: string): string {
	const given = process.argv.slice(2);
	return [script, ...(given.length > 0 ? ['--', ...given] : [])].join(' ');
}

/** Asks the questions one after the other, and keeps the results if wanted. */
export async function askAll(
	questions: Question[],
	{ only, write }: { only: string; write: boolean },
	{ command, n8n }: Pick<Results, 'command' | 'n8n'>,
): Promise<void> {
	const wanted = only.split(',').filter(Boolean);
	for (const { name, place, title, ask } of questions) {
		if (wanted.length > 0 && !wanted.includes(name)) continue;
		const loadAtStart = loadavg()[0].toFixed(1);
		const conclusion = (await ask()) ?? undefined;
		const busy = `${loadAtStart} at the start, ${loadavg()[0].toFixed(1)} at the end`;
		say(`Load of the machine, other work on it included: ${busy}.`);
		const about = { title, conclusion, command: toCommand(command), n8n };
		save(`${place}-${name}`, about, write);
	}
	if (write) writePages();
}

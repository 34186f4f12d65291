/** The messages of the built package, as users may read them. */
import { getBuiltModule } from '../built.mts';

/** The folders under nodes/LinkPlatform that have a `messages.ts`. */
export const MESSAGE_FOLDERS = [
	'api',
	'n8n',
	'operations',
	'webhooks',
	'resources',
	'methods',
	'trigger',
];

/** A message with a stand-in for each value: `‹field›`. */
export interface Message {
	/** Where it stands: folder, group and name, e.g. `api.network.timedOut`. */
	id: string;
	/** What happened; of a text that is only a part of others, this part. */
	message: string;
	/** What to do; '' where the message is a single text. */
	description: string;
}

type Words = string | { message: string; description: string };
type Entry = Words | ((...values: string[]) => Words);

const STAND_IN = /‹(\w+)›/g;

/** All messages, in the order of the source. */
export function getMessages(): Message[] {
	return MESSAGE_FOLDERS.flatMap((folder) => {
		const groups = getBuiltModule<Record<string, Record<string, Entry>>>(
			`nodes/LinkPlatform/${folder}/messages`,
		);
		return Object.entries(groups).flatMap(([group, entries]) =>
			Object.entries(entries).map(([name, entry]) => {
				const words = typeof entry === 'function' ? entry(...getStandIns(entry)) : entry;
				const texts = typeof words === 'string' ? { message: words, description: '' } : words;
				return { id: `${folder}.${group}.${name}`, ...texts };
			}),
		);
	});
}

/** A text with its stand-ins put as the page has them, e.g. in italics. */
export function replaceStandIns(text: string, replace: (name: string) => string): string {
	return text.replace(STAND_IN, (_, name: string) => replace(toPlainWords(name)));
}

/** A pattern for all texts that a message may become. */
export function toPattern(text: string): RegExp {
	const parts = text.split(STAND_IN).filter((_, at) => at % 2 === 0);
	return new RegExp(`^${parts.map(escape).join('.*')}$`, 's');
}

/** One for each parameter, by its name in the source. */
function getStandIns(entry: (...values: string[]) => Words): string[] {
	const source = entry.toString();
	const [, names] = /^\(?([\w, ]*)\)?\s*=>/.exec(source) ?? [];
	if (names === undefined) throw new Error(`A message takes plain parameters: ${source}`);
	return names.split(',').map((name) => `‹${name.trim()}›`);
}

/** `unitField` as "unit field". */
function toPlainWords(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function escape(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

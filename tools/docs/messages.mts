/** The messages of the built package, as users may read them. */
import { globSync } from 'node:fs';
import type { Message, Messages } from '../../nodes/LinkPlatform/api/fill.ts';
import { getBuiltModule } from '../built.mts';

/** A message whose description is '' if it has none. */
export interface ListedMessage extends Message {
	description: string;
	/** Group and name, e.g. `networkMessages.timedOut`. */
	id: string;
}

/** The placeholder of a value. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** Returns the messages of all files called `messages`, each group in the order of the source. */
export function getMessages(): ListedMessage[] {
	const files = globSync('nodes/LinkPlatform/**/messages.js', { cwd: 'dist' });
	const groups = files.flatMap((file) =>
		Object.entries(getBuiltModule<Record<string, Messages>>(file.replace(/\.js$/, ''))),
	);
	return groups.flatMap(([group, messages]) =>
		Object.entries(messages).map(([name, message]) => {
			return { id: `${group}.${name}`, description: '', ...message };
		}),
	);
}

/** A pattern for all texts that a message may become. */
export function toPattern(text: string): RegExp {
	const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`, 's');
}

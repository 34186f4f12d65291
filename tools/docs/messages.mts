/** Collects the messages of the built package that users may read. */
import { globSync } from 'node:fs';
import type { Message, Messages } from '../../nodes/LinkPlatform/api/fill.ts';
import { getBuiltModule } from '../built.mts';

/** A message. `description` is '' if the message has none. */
export interface ListedMessage extends Message {
	description: string;
	/** The message's group and name, e.g. `networkMessages.timedOut`. */
	id: string;
}

/** Matches a placeholder for a value, e.g. `{address}`. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** Returns the messages from all source files called `messages`, in source order within each group. */
export function getMessages(): ListedMessage[] {
	const files = globSync('nodes/LinkPlatform/**/messages.js', { cwd: 'dist' });
	const groups = files.flatMap((file) =>
		Object.entries(getBuiltModule<Record<string, Messages>>(file.replace(/\.js$/, ''))),
	);
	return groups.flatMap(([group, messages]) =>
		Object.entries(messages).map(([name, text]) => {
			const message = typeof text === 'string' ? { message: text } : text;
			return { id: `${group}.${name}`, description: '', ...message };
		}),
	);
}

/** Returns a pattern that matches a message with any values in place of its placeholders. */
export function toPattern(text: string) {
	const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`, 's');
}

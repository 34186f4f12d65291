import type { Client } from '../api/client';
import type { Input } from './input';
import type { Field } from './operation';

/** Replaces records that are given in another way than by ID (a link by its short URL) by their IDs. */
export async function resolveLocators(
	fields: Field[],
	input: Input,
	client: Client,
): Promise<void> {
	for (const field of fields) {
		const { name, resolve } = field;
		if (!resolve || !input.isShown(field)) continue;
		const find = resolve[input.mode(name)];
		if (find) input.replace(name, await find(input.string(name), client));
	}
}

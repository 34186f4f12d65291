import type { IDataObject } from 'n8n-workflow';

const SECRET_NAME = /password|secret|^current$/i;
const MASK = '***';
/** Shorter values occur in ordinary text by chance; they are masked only where they stand alone. */
const SHORTEST_IN_TEXT = 6;

/** A function that blots the given secrets out of any text. */
export type Mask = (text: string) => string;

/** Masks `secrets` wherever they occur, as they are and as JSON or a URL would write them. */
export function maskOf(secrets: unknown[]): Mask {
	const written = secrets
		.filter((secret): secret is string => typeof secret === 'string' && secret !== '')
		.flatMap((secret) => {
			const inJson = JSON.stringify(secret).slice(1, -1);
			if (secret.length < SHORTEST_IN_TEXT) return [`"${inJson}"`];
			return [
				...new Set([secret, inJson, new URLSearchParams([[secret, '']]).toString().slice(0, -1)]),
			];
		})
		.sort((a, b) => b.length - a.length);
	return (text) =>
		written.reduce(
			(masked, secret) =>
				masked.includes(secret)
					? masked.replaceAll(secret, secret.startsWith('"') ? `"${MASK}"` : MASK)
					: masked,
			text,
		);
}

/** The values in a request's body or query that must never be shown: passwords and signing secrets. */
export function secretsIn(data: unknown): string[] {
	if (typeof data !== 'object' || data === null) return [];
	return Object.entries(data as IDataObject).flatMap(([name, value]) =>
		SECRET_NAME.test(name) && typeof value === 'string' ? [value] : secretsIn(value),
	);
}

/**
 * A stream of other chunks in place of `stream`, with its own class's `from`: n8n lets a package import
 * nothing of Node but `crypto`. What the generator throws is the stream's error.
 */
export function replaceStream(
	stream: unknown,
	chunks: (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>,
): unknown {
	const { constructor } = stream as { constructor: { from: (source: unknown) => unknown } };
	return constructor.from(chunks(stream as AsyncIterable<Uint8Array>));
}

/** Closes a stream that is not read to its end; anything else is left alone. */
export function closeStream(content: unknown): void {
	(content as { destroy?: () => void } | undefined)?.destroy?.();
}

/**
 * A stream of other chunks in place of `stream`, made with `from` of its own class: n8n lets a package import
 * nothing from Node but `crypto`. An exception of the generator is the stream's error.
 */
export function replaceStream(
	stream: unknown,
	chunks: (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>,
): unknown {
	const { constructor } = stream as { constructor: { from: (source: unknown) => unknown } };
	return constructor.from(chunks(stream as AsyncIterable<Uint8Array>));
}

/** Closes a stream that is not read to its end; ignores anything else. */
export function closeStream(content: unknown): void {
	(content as { destroy?: () => void } | undefined)?.destroy?.();
}

/**
 * Returns a stream of the chunks that a generator makes from `stream`. Uses the method `from` of the stream's own
 * class to create it, because n8n doesn't let a package import Node modules other than `crypto`. If the generator
 * throws, the stream fails with that error.
 */
export function replaceStream(
	stream: unknown,
	chunks: (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>,
): unknown {
	const { constructor } = stream as { constructor: { from: (source: unknown) => unknown } };
	return constructor.from(chunks(stream as AsyncIterable<Uint8Array>));
}

/**
 * Reads a response body as text, regardless of the type that n8n's helper returned. Stops after about `mostBytes`. `isCut` is true if the body is longer than that.
 */
export async function readText(
	body: unknown,
	contentType: string,
	mostBytes: number,
): Promise<{ text: string; isCut: boolean }> {
	if (typeof body === 'string') return { text: body, isCut: false };
	if (body === undefined || body === null) return { text: '', isCut: false };
	// For some unusual content types, n8n's helper returns a parsed body instead of a stream.
	if (!(Symbol.asyncIterator in Object(body))) return { text: JSON.stringify(body), isCut: false };
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Uint8Array>) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > mostBytes) break;
	}
	const isCut = size > mostBytes;
	return { text: decode(Buffer.concat(chunks), contentType, isCut), isCut };
}

/**
 * Decodes text as UTF-8, and otherwise in the character set that a content type names. JSON is always UTF-8 (RFC 8259),
 * but some web servers add their own default character set to each response.
 */
function decode(bytes: Uint8Array, contentType: string, isCut: boolean): string {
	const [, charset] = /charset=["']?([\w-]+)/i.exec(contentType) ?? [];
	for (const label of ['utf-8', charset]) {
		try {
			return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: isCut });
		} catch {
			continue;
		}
	}
	return new TextDecoder().decode(bytes);
}

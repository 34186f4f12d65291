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
 * Reads a response body as text, regardless of the type that n8n's helper returned. Decodes the character set that
 * `contentType` names. Stops after about `mostBytes`. `isCut` is true if the body is longer than that.
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
	return { text: decode(Buffer.concat(chunks), contentType), isCut: size > mostBytes };
}

/**
 * Decodes text in the character set that a content type names. If it names none or an unknown one, decodes it as UTF-8.
 */
function decode(bytes: Uint8Array, contentType: string): string {
	const [, charset] = /charset=["']?([\w-]+)/i.exec(contentType) ?? [];
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		return new TextDecoder().decode(bytes);
	}
}

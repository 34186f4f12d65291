/**
 * Returns a stream of other chunks in place of `stream`, made with `from` of its own class: n8n lets a package import
 * nothing from Node but `crypto`. An exception of the generator is the stream's error.
 */
export function replaceStream(
	stream: unknown,
	chunks: (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>,
): unknown {
	const { constructor } = stream as { constructor: { from: (source: unknown) => unknown } };
	return constructor.from(chunks(stream as AsyncIterable<Uint8Array>));
}

/**
 * Reads the text of a response body, whatever n8n's helper made of it. Reads roughly `mostBytes`; `isCut` is true if
 * there is more.
 */
export async function readText(
	body: unknown,
	mostBytes: number,
): Promise<{ text: string; isCut: boolean }> {
	if (typeof body === 'string') return { text: body, isCut: false };
	if (body === undefined || body === null) return { text: '', isCut: false };
	// n8n's helper parses the body of some unusual content types.
	if (!(Symbol.asyncIterator in Object(body))) return { text: JSON.stringify(body), isCut: false };
	const chunks: Uint8Array[] = [];
	let size = 0;
	// By events, since iterating takes longer than everything else here.
	const stream = body as { on: (event: string, listener: (value: never) => void) => void };
	await new Promise<void>((resolve, reject) => {
		stream.on('data', (chunk: Uint8Array) => {
			if (size > mostBytes) return;
			chunks.push(chunk);
			size += chunk.length;
			if (size > mostBytes) resolve();
		});
		stream.on('end', resolve);
		stream.on('error', reject);
		stream.on('close', () => reject(new Error('aborted')));
	});
	return { text: Buffer.concat(chunks).toString('utf8'), isCut: size > mostBytes };
}

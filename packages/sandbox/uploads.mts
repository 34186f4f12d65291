import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Store } from './store.mts';

/** A stored upload. `size` is in bytes, and `sha256` is in hex. */
export interface Kept {
	/** The name of the stored file within the uploads folder. */
	content: string;
	size: number;
	sha256: string;
}

/**
 * The contents of uploaded files, on disk: next to the state file, or in a temporary folder that is deleted when the
 * sandbox closes. Contents are streamed, so they can be of any size.
 */
export class Uploads {
	private folder: string | undefined;
	private readonly fixed: string | undefined;

	constructor(store: Store) {
		const sql = "SELECT file FROM pragma_database_list WHERE name = 'main'";
		const file = store.get<{ file: string | null }>(sql)?.file;
		this.fixed = file ? `${file}.uploads` : undefined;
	}

	/**
	 * Writes a request body to disk, and resolves with the stored upload. Resolves with undefined if the body exceeds
	 * `limit` bytes, but still reads it to its end. Rejects if the body can't be read completely.
	 */
	async keep(body: Readable, limit: number): Promise<Kept | undefined> {
		const content = randomUUID();
		const path = join(this.open(), content);
		const hash = createHash('sha256');
		let size = 0;
		const measured = async function* (chunks: AsyncIterable<Buffer>) {
			for await (const chunk of chunks) {
				size += chunk.length;
				if (size > limit) continue;
				hash.update(chunk);
				yield chunk;
			}
		};
		try {
			await pipeline(body, measured, createWriteStream(path));
		} catch (error) {
			rmSync(path, { force: true });
			throw error;
		}
		if (size <= limit) return { content, size, sha256: hash.digest('hex') };
		rmSync(path, { force: true });
		return undefined;
	}

	/** Returns a stream of the content of a stored file. */
	read(content: string): Readable {
		return createReadStream(join(this.open(), content));
	}

	/** Deletes the contents of all uploaded files. */
	clear() {
		const folder = this.folder ?? this.fixed;
		if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
		this.folder = undefined;
	}

	/** Deletes the contents of all uploaded files, unless the sandbox's state is in a file. */
	close() {
		if (this.fixed === undefined) this.clear();
	}

	/** Returns the path of the uploads folder, and creates the folder if necessary. */
	private open() {
		if (this.folder !== undefined) return this.folder;
		if (this.fixed !== undefined) mkdirSync(this.fixed, { recursive: true });
		this.folder = this.fixed ?? mkdtempSync(join(tmpdir(), 'linkplatform-uploads-'));
		return this.folder;
	}
}

import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';

/** Does what `Client.send` does with a good response: returns the reader's result, or throws its failure. */
export function readAnswer(body: unknown, read: (body: unknown) => unknown = (same) => same) {
	const result = read(body);
	if (result instanceof Failure) throw result;
	return result;
}

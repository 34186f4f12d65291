import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';

/** What `Client.send` makes of a good response: the result of its reader, whose failure it throws. */
export function readAnswer(
	body: unknown,
	read: (body: unknown) => unknown = (same) => same,
): unknown {
	const result = read(body);
	if (result instanceof Failure) throw result;
	return result;
}

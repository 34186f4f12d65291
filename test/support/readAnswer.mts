import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';

/** Handles a successful response like `Client.send`: returns the result of `read`, or throws it if it's a `Failure`. */
export function readAnswer(body: unknown, read: (body: unknown) => unknown = (same) => same) {
	const result = read(body);
	if (result instanceof Failure) throw result;
	return result;
}

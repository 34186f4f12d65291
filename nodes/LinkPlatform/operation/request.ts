import { Failure } from '../api/failure';
import type { ServiceRequest } from '../api/request';
import type { Input } from './input';
import type { Call, Endpoint, Route } from './operation';

/** The request that an operation makes of an item: pure, nothing is sent. */
export function requestOf(
	operation: Endpoint,
	input: Input,
	call: Pick<Call, 'runId'>,
): ServiceRequest {
	const { route, isPublic, query, body, headers } = operation;
	return {
		...locate(
			route,
			(name) => input.text(name),
			(name) => input.label(name),
		),
		...(isPublic ? { isPublic } : {}),
		...(query ? { query: query(input) } : {}),
		...(body ? { body: body(input) } : {}),
		...(headers ? { headers: headers(input, call) } : {}),
	};
}

/**
 * Method, path and generation of a route. Values are encoded, so that no id can reach another endpoint;
 * an id that is empty, `.` or `..` is refused.
 */
export function locate(
	route: Route,
	valueOf: (name: string) => string = () => '',
	labelOf: (name: string) => string = (name) => name,
): ServiceRequest {
	const [, method, legacy, template] = /^(\w+) (legacy:)?(.+)$/.exec(route) as RegExpExecArray;
	const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = valueOf(name);
		if (value === '') {
			throw Failure.input(
				`'${labelOf(name)}' is empty`,
				`Choose a record in '${labelOf(name)}', or enter its ID`,
			);
		}
		if (/^\.+$/.test(value)) {
			throw Failure.input(
				`'${labelOf(name)}' is "${value}", which is no ID`,
				`Enter the ID of the record in '${labelOf(name)}'`,
			);
		}
		return encodeURIComponent(value);
	});
	return {
		method: method as ServiceRequest['method'],
		path,
		endpoint: route,
		...(legacy ? { isLegacy: true } : {}),
	};
}

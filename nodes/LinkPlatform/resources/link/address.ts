/** Host and path, since people paste short URLs with and without scheme, slash, query and capitals. */
export function toComparable(url: string): string {
	const { host, path } = parseAddress(url);
	return host + path;
}

/** The host of an address in lower case, also of one that is a host alone. */
export function getHost(url: string): string {
	return parseAddress(url).host;
}

function parseAddress(url: string): { host: string; path: string } {
	const [, host, path] = /^(?:https?:\/\/)?([^/?#]*)([^?#]*)/i.exec(url.trim()) as RegExpExecArray;
	// By hand: an expression would try again from each of the slashes inside.
	let end = path.length;
	while (path[end - 1] === '/') end -= 1;
	return { host: host.toLowerCase(), path: path.slice(0, end) };
}

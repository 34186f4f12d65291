import { isRecord } from '../api/envelope';

const WORDS = ['ip', 'ips', 'ip4', 'ip6', 'ipv4', 'ipv6', 'ipaddress', 'ipaddr'];
/**
 * Words that occur next to 'ip' or 'address' in the name of an IP address field, but not in names like `ipCountry` or
 * `ipCount`.
 */
const BESIDE =
	/^(addr|address|addresses|v|v4|v6|4|6|remote|client|visitor|user|source|src|origin|real|forwarded|for|x|cf|connecting|last|hash|anonymized|masked|s)$/;

/**
 * Words that, before 'ip', turn the field into a count or a flag. Any other word says whose address it is (`buyerIp`).
 */
const NOT_BEFORE = /^(by|per|unique|is|has)$/;

/**
 * Returns the data without IP addresses, at any depth. The API docs don't name the field, so this removes every field
 * whose name suggests an IP address, and every value that is one.
 */
export function dropIpAddresses(data: unknown): unknown {
	if (Array.isArray(data)) return data.filter((value) => !isAddress(value)).map(dropIpAddresses);
	if (!isRecord(data)) return data;
	const kept = Object.entries(data).filter(([name, value]) => {
		return !namesAddress(name) && (!isAddress(value) || /version/i.test(name));
	});
	return Object.fromEntries(kept.map(([name, value]) => [name, dropIpAddresses(value)]));
}

/**
 * True for an IP address, or a list of them as proxies write it. Each may include a port or a network prefix length.
 */
function isAddress(value: unknown): boolean {
	if (typeof value !== 'string') return false;
	return value.split(',').every((part) => {
		const [, inner, plain] = /^(?:\[(.+)\](?::\d+)?|([^[\]]+))$/.exec(part.trim()) ?? [];
		const address = (inner ?? plain ?? '').replace(/\/\d+$/, '');
		return isIpv4(address.replace(/:\d+$/, '')) || isIpv6(address.replace(/%\w+$/, ''));
	});
}

function isIpv4(text: string): boolean {
	return (
		/^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((byte) => Number(byte) < 256)
	);
}

function isIpv6(text: string): boolean {
	return /[\da-f]/i.test(text) && URL.canParse(`http://[${text}]`);
}

function namesAddress(name: string): boolean {
	const separated = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
	const words: string[] = separated.match(/[a-z\d]+/g) ?? [];
	const isNamed = words.some((word) => WORDS.includes(word));
	const isRemote = words.includes('remote') && words.some((word) => /^addr/.test(word));
	const isForwarded = words.includes('forwarded') && words.includes('for');
	if (!isNamed) return isRemote || isForwarded;
	const isLast = WORDS.includes(words[words.length - 1]);
	if (isLast && !words.some((word) => NOT_BEFORE.test(word))) return true;
	return words.every((word) => WORDS.includes(word) || BESIDE.test(word));
}

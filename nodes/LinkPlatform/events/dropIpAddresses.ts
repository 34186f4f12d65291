import { isRecord } from '../api/envelope';

/**
 * Matches the name of a field for an IP address, split into words, e.g. `buyer ip` or `ip v4 address`. Doesn't match
 * the name of a count or a flag, e.g. `clicks per ip`.
 */
const NAMES_ADDRESS =
	/^(?!.*\b(by|per|unique|is|has)\b).*\b(ips?|ip ?v?[46]|ipaddr(ess)?|remote addr(ess)?|forwarded for)( (addr(ess(es)?)?|hash))*$/;

/**
 * Returns the data without IP addresses, at any depth. The API docs don't name the field. So this removes every field
 * whose name suggests an IP address, and every value that is an IP address.
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
 * True if the value is an IP address, or a list of them in the format that proxies use. Each address may include a
 * port or a network prefix length.
 */
function isAddress(value: unknown): boolean {
	if (typeof value !== 'string') return false;
	return value.split(',').every((part) => {
		const address = part
			.trim()
			.replace(/^\[(.+)\](:\d+)?$/, '$1')
			.replace(/\/\d+$/, '');
		const [v4, v6] = [address.replace(/:\d+$/, ''), address.replace(/%\w+$/, '')];
		const isIpv4 =
			/^\d{1,3}(\.\d{1,3}){3}$/.test(v4) && v4.split('.').every((byte) => Number(byte) < 256);
		return isIpv4 || (/[\da-f]/i.test(v6) && URL.canParse(`http://[${v6}]`));
	});
}

function namesAddress(name: string): boolean {
	const separated = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
	return NAMES_ADDRESS.test(separated.replace(/[^a-z\d]+/g, ' ').trim());
}

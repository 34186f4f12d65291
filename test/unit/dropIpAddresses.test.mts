/** Which field names mean that the value is an IP address. */
import { dropIpAddresses } from '../../nodes/LinkPlatform/webhooks/dropIpAddresses.ts';

test.each([
	...['ip', 'IP', 'Ip', '_ip', 'ip_', 'ips', 'ip_address', 'ip-address', 'ip address', 'ipAddress'],
	...['IpAddress', 'IPAddress', 'IP Address', 'ipaddress', 'ip_addresses', 'ipAddr', 'ipaddr'],
	...['IPv4', 'ipv6', 'ipV4', 'ip_v6', 'ip4', 'ip6', 'ipv4Address', 'ipv6_address'],
	...['remote_addr', 'REMOTE_ADDR', 'remoteAddress', 'remoteAddr', 'remote_ip', 'remoteIp'],
	...['x-forwarded-for', 'X-Forwarded-For', 'x_forwarded_for', 'forwardedFor', 'forwarded_for'],
	...['clientIp', 'client_ip', 'clientIP', 'clientIPAddress', 'visitorIp', 'userIp', 'user_ip'],
	...['sourceIp', 'srcIp', 'originIp', 'realIp', 'x-real-ip', 'cf-connecting-ip', 'lastIp'],
	...['buyerIp', 'subscriber_ip', 'true-client-ip', 'HTTP_CLIENT_IP', 'loginIPv6', 'peer_ips'],
	...['hobbyIp', 'bypassIp', 'ip--address'],
	...['ip_hash', 'ipHash', 'anonymizedIp', 'maskedIp'],
])('%s is left out', (name) => {
	expect(dropIpAddresses({ [name]: '203.0.113.9', kept: 1 })).toEqual({ kept: 1 });
});

test.each([
	...['zip', 'zipCode', 'zip_code', 'shipping', 'shippingAddress', 'description', 'script'],
	...['ipCountry', 'ip_country', 'ipCity', 'countryByIp', 'ipCount', 'uniqueIps', 'ipRiskScore'],
	...['clicksPerIp', 'isIp', 'ipVersion', 'ip_index', 'remote_mailaddr'],
	...['tip', 'tips', 'tipAmount', 'clip', 'recipient', 'participant', 'subscriptionId', 'equip'],
	...['address', 'email_address', 'addr', 'remote', 'remoteId', 'forwarded', 'forwardedTo', 'for'],
	...['x', 'v4', 'client', 'visitor', 'user', 'source', 'hash', 'last', '', '__proto__'],
])('%j is kept', (name) => {
	const data = Object.fromEntries([[name, 'value']]);
	expect(Object.entries(dropIpAddresses(data) as object)).toEqual([[name, 'value']]);
});

test('names are checked at every depth, values never', () => {
	const data = {
		visits: [{ ip: '203.0.113.9', country: 'DE', device: { clientIp: '203.0.113.9', os: 'iOS' } }],
		note: 'ip',
		none: null,
		list: ['203.0.113.9', [{ ipv6: '2001:db8::1' }]],
	};
	expect(dropIpAddresses(data)).toEqual({
		visits: [{ country: 'DE', device: { os: 'iOS' } }],
		note: 'ip',
		none: null,
		list: ['203.0.113.9', [{}]],
	});
	expect(data.visits[0]).toHaveProperty('ip');
});

test.each([null, undefined, 'ip', 7, true, []])('%j is unchanged', (value) => {
	expect(dropIpAddresses(value)).toEqual(value);
});

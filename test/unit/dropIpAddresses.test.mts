/** Field names whose value is an IP address. */
import { dropIpAddresses } from '../../nodes/LinkPlatform/events/dropIpAddresses.ts';
import { table } from '../support/table.mts';

test.each(table`
	ip
	IP
	Ip
	_ip
	ip_
	ips
	ip_address
	ip-address
	ip address
	ipAddress
	IpAddress
	IPAddress
	IP Address
	ipaddress
	ip_addresses
	ipAddr
	ipaddr
	IPv4
	ipv6
	ipV4
	ip_v6
	ip4
	ip6
	ipv4Address
	ipv6_address
	remote_addr
	REMOTE_ADDR
	remoteAddress
	remoteAddr
	remote_ip
	remoteIp
	x-forwarded-for
	X-Forwarded-For
	x_forwarded_for
	forwardedFor
	forwarded_for
	clientIp
	client_ip
	clientIP
	clientIPAddress
	visitorIp
	userIp
	user_ip
	sourceIp
	srcIp
	originIp
	realIp
	x-real-ip
	cf-connecting-ip
	lastIp
	buyerIp
	subscriber_ip
	true-client-ip
	HTTP_CLIENT_IP
	loginIPv6
	peer_ips
	hobbyIp
	bypassIp
	ip--address
	ip_hash
	ipHash
	anonymizedIp
	maskedIp
`)('dropIpAddresses removes the field %s', (name) => {
	// The value isn't an IP address, because an IP address would be removed under any name.
	expect(dropIpAddresses({ [name]: 'hidden', kept: 1 })).toEqual({ kept: 1 });
});

test.each(table`
	zip
	zipCode
	zip_code
	shipping
	shippingAddress
	description
	script
	ipCountry
	ip_country
	ipCity
	countryByIp
	ipCount
	uniqueIps
	ipRiskScore
	clicksPerIp
	isIp
	ipVersion
	ip_index
	remote_mailaddr
	tip
	tips
	tipAmount
	clip
	recipient
	participant
	subscriptionId
	equip
	address
	email_address
	addr
	remote
	remoteId
	forwarded
	forwardedTo
	for
	x
	v4
	client
	visitor
	user
	source
	hash
	last
	""
	__proto__
`)('dropIpAddresses keeps the field %j', (name) => {
	const data = Object.fromEntries([[name, 'value']]);
	expect(Object.entries(dropIpAddresses(data) as object)).toEqual([[name, 'value']]);
});

test.each([
	'203.0.113.9',
	' 203.0.113.9 ',
	'255.255.255.255',
	'203.0.113.9:443',
	'203.0.113.0/24',
	'2001:db8::1',
	'::1',
	'::ffff:203.0.113.9',
	'[2001:db8::1]',
	'[2001:db8::1]:443',
	'2001:0DB8:0000:0000:0000:0000:0000:0001',
	'fe80::1%eth0',
	'2001:db8::/32',
	'203.0.113.9, 198.51.100.7',
	'203.0.113.9,2001:db8::1',
])('dropIpAddresses removes the value %s whatever the name of its field', (value) => {
	const visitor = { address: value, os: 'iOS' };
	expect(dropIpAddresses({ remoteHost: value, visitor, hosts: [value, 'a'] })).toEqual({
		visitor: { os: 'iOS' },
		hosts: ['a'],
	});
});

test.each(table`
	256.0.0.1
	1.2.3
	1.2.3.4.5
	120.0.6099.109
	1.2.3.4 or 5
	v1.2.3.4
	""
	,
	12:30
	12:30:45
	2026-03-01T09:00:00Z
	https://203.0.113.9/a
	std::map
	a[::1]
	[::1]a
	[::1
	203.0:80.113.9
	203.0/24.113.9
	fe80%a::1
	"[]"
	::
	Firefox
	203.0.113.9, and others
	1.2.3.4:port
	f00::bar
`)('dropIpAddresses keeps the value %j', (value) => {
	expect(dropIpAddresses({ remoteHost: value, list: [value] })).toEqual({
		remoteHost: value,
		list: [value],
	});
});

test('dropIpAddresses keeps a version number that looks like an IP address', () => {
	const versions = { browserVersion: '17.4.1.2', version: '1.0.0.0' };
	expect(dropIpAddresses(versions)).toEqual(versions);
});

test('dropIpAddresses checks names and values at every depth', () => {
	const data = {
		visits: [{ ip: '203.0.113.9', country: 'DE', device: { clientIp: '203.0.113.9', os: 'iOS' } }],
		note: 'ip',
		none: null,
		list: ['203.0.113.9', 'x', [{ ipv6: '2001:db8::1', host: '2001:db8::1' }]],
	};
	expect(dropIpAddresses(data)).toEqual({
		visits: [{ country: 'DE', device: { os: 'iOS' } }],
		note: 'ip',
		none: null,
		list: ['x', [{}]],
	});
	expect(data.visits[0]).toHaveProperty('ip');
});

test.each([null, undefined, 'ip', 7, true, []])('dropIpAddresses returns %j unchanged', (value) => {
	expect(dropIpAddresses(value)).toEqual(value);
});

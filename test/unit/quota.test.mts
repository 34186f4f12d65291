/** Quotas as the usage statistics state them: the used amount, the limit, and the remaining amount. */
import { parseQuota } from '../../nodes/LinkPlatform/api/dialect.ts';
import { table } from '../support/table.mts';

test.each(table<[string, object, object]>`
	a number | {"used": 4, "limit": 10} | {"used": 4, "limit": 10, "remaining": 6}
	a number in a string | {"used": "4", "limit": " 10 "} | {"used": 4, "limit": 10, "remaining": 6}
	lower than the number used | {"used": 12, "limit": 10} | {"used": 12, "limit": 10, "remaining": 0}
	0 with 0 used | {"used": 0, "limit": 0} | {"used": 0, "limit": 0, "remaining": 0}
	missing | {"used": 4} | {"used": 4, "limit": null, "remaining": null}
	"null" | {"used": 4, "limit": null} | {"used": 4, "limit": null, "remaining": null}
	an empty string | {"used": 4, "limit": ""} | {"used": 4, "limit": null, "remaining": null}
	0 with some used | {"used": 4, "limit": 0} | {"used": 4, "limit": null, "remaining": null}
	"-1" | {"used": 4, "limit": -1} | {"used": 4, "limit": null, "remaining": null}
	"\"unlimited\"" | {"used": 4, "limit": "unlimited"} | {"used": 4, "limit": null, "remaining": null}
	"false" | {"used": 4, "limit": false} | {"used": 4, "limit": null, "remaining": null}
`)('parseQuota reads a quota whose limit is %s', (_name, stated, quota) => {
	expect(parseQuota(stated)).toEqual(quota);
});

test.each([
	5,
	null,
	'none',
	[],
	{},
	{ limit: 5 },
	{ used: null, limit: 5 },
	{ used: 'some' },
	{ used: 4, limit: '10k' },
	{ used: 4, limit: '1,00' },
])('parseQuota returns undefined for %j', (stated) => {
	expect(parseQuota(stated)).toBeUndefined();
});

test.each(['1,000', '1.000', '1\u202f000', "1'000"])(
	'parseQuota returns undefined for the limit %j, whose separator is ambiguous',
	(limit) => {
		expect(parseQuota({ used: 4, limit })).toBeUndefined();
	},
);

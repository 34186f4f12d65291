/** Quotas as the usage statistics state them: what is used, the limit, and what remains. */
import { parseQuota } from '../../nodes/LinkPlatform/api/dialect.ts';

test.each<[string, object, object]>([
	['a limit', { used: 4, limit: 10 }, { used: 4, limit: 10, remaining: 6 }],
	['figures as text', { used: '4', limit: ' 10 ' }, { used: 4, limit: 10, remaining: 6 }],
	['a limit that is exceeded', { used: 12, limit: 10 }, { used: 12, limit: 10, remaining: 0 }],
	['0 of 0', { used: 0, limit: 0 }, { used: 0, limit: 0, remaining: 0 }],
	['no limit', { used: 4 }, { used: 4, limit: null, remaining: null }],
	['null', { used: 4, limit: null }, { used: 4, limit: null, remaining: null }],
	['an empty text', { used: 4, limit: '' }, { used: 4, limit: null, remaining: null }],
	['0 beside use', { used: 4, limit: 0 }, { used: 4, limit: null, remaining: null }],
	['-1', { used: 4, limit: -1 }, { used: 4, limit: null, remaining: null }],
	['"unlimited"', { used: 4, limit: 'unlimited' }, { used: 4, limit: null, remaining: null }],
	['false', { used: 4, limit: false }, { used: 4, limit: null, remaining: null }],
])('limit that is %s', (_name, stated, quota) => {
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
])('%j states no quota', (stated) => {
	expect(parseQuota(stated)).toBeUndefined();
});

test.each(['1,000', '1.000', '1\u202f000', "1'000"])('a limit of %j is not guessed', (limit) => {
	expect(parseQuota({ used: 4, limit })).toBeUndefined();
});

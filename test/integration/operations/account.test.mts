import { getFailure, getRecord } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();

const currentPassword = 'demo-password';

describe('account.changePassword', () => {
	const change = (parameters: Record<string, unknown>) =>
		world.run('account', 'changePassword', { currentPassword, ...parameters });

	test('account.changePassword replaces the current password, which is rejected afterwards', async () => {
		expect(getRecord(await change({ newPassword: 'another-password' }))).toEqual({
			success: true,
			message: 'The password has been changed.',
		});
		expect(getFailure(await change({ newPassword: 'yet-another-one' })).error).toContain(
			'it is not the current password',
		);
	});

	test.each(['seven77', '🔑🔑🔑🔑', '       '])(
		'the new password %j is rejected before any request is sent',
		async (newPassword) => {
			const { errorItems } = await change({ newPassword: `={{ ${JSON.stringify(newPassword)} }}` });
			expect(errorItems[0].json.error).toMatch(
				/^'New Password' (must have at least 8 characters|is empty)$/,
			);
			expect(JSON.stringify(errorItems)).not.toContain(newPassword);
			await world.expectNoRequest();
		},
	);

	test.each([
		['of a wrong type', '={{ ({ value: "hidden-value" }) }}'],
		['with malformed Unicode', '={{ "hidden-value\\ud800" }}'],
	])('a password %s is rejected without being revealed', async (_, newPassword) => {
		const { errorItems } = await change({ newPassword });
		expect(errorItems[0].json.error).toMatch(/^'New Password' (must be text|has characters that)/);
		expect(JSON.stringify(errorItems)).not.toContain('hidden-value');
	});
});

test('account.getUsage adds the remaining amount to each quota and leaves all other fields unchanged', async () => {
	const data = { urls: { used: 4, limit: 10 }, domains: { limit: 3 }, period: '2026-02' };
	await world.respond('/api/account/stats', data);
	expect(await world.first('account', 'getUsage')).toEqual({
		...data,
		urls: { ...data.urls, remaining: 6 },
	});
});

test('account.getUsage returns numbers that Link Platform states as text as numbers', async () => {
	await world.respond('/api/account/stats', {
		urls: { used: '4', limit: '10' },
		qrs: { used: '2', limit: '-1' },
	});
	expect(await world.first('account', 'getUsage')).toEqual({
		urls: { used: 4, limit: 10, remaining: 6 },
		qrs: { used: 2, limit: '-1', remaining: null },
	});
});

describe('account.checkQuota', () => {
	const check = async (quota: string, needed: unknown) => {
		const { items, errorItems } = await world.run('account', 'checkQuota', { quota, needed });
		return items[0]?.json ?? errorItems[0].json;
	};

	test.each([
		[6, true],
		[7, false],
		[0, true],
	])(
		'account.checkQuota with 6 links remaining and %s needed returns `enough`: %s',
		async (needed, enough) => {
			await world.change({ quotas: { urls: 10 } });
			expect(await check('urls', needed)).toEqual({
				quota: 'urls',
				used: 4,
				limit: 10,
				remaining: 6,
				needed,
				enough,
			});
		},
	);

	test('account.checkQuota returns `enough`: true if the quota has no limit', async () => {
		await world.respond('/api/account/stats', { qrs: { used: 3, limit: null } });
		expect(await check('qrs', 500)).toMatchObject({ remaining: null, enough: true });
	});

	test.each([{}, { qrs: 5 }, { qrs: { limit: 5 } }])(
		'account.checkQuota fails if the response %j lacks the quota',
		async (data) => {
			await world.respond('/api/account/stats', { id: 1, ...data });
			expect((await check('qrs', 1)).error).toBe(
				`Link Platform didn't return how much of the quota "QR Codes" (qrs) is used`,
			);
		},
	);
});

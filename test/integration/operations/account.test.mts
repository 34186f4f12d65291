import { getJson, sent } from '../../support/sent.mts';
import { useWorld } from '../../support/world.mts';

const world = useWorld();

const currentPassword = 'demo-password';

describe('account', () => {
	test('get, getUsage and update agree on the account, its usage, name and address', async () => {
		const got = await world.run('account', 'get');
		expect(got.items[0].json).toMatchObject({
			id: 1,
			name: 'Demo Account',
			email: 'demo@example.com',
		});
		const updateFields = { name: 'Shop', email: 'shop@example.com' };
		const updated = await world.run('account', 'update', { updateFields });
		// The address waits to be confirmed.
		expect(updated.items[0].json).toEqual({ ...got.items[0].json, name: 'Shop' });
		const usage = await world.run('account', 'getUsage');
		expect(usage.items[0].json).toMatchObject({
			urls: { used: 4, limit: 1_000_000, remaining: 999_996 },
			clicks: { used: 50, remaining: 9_999_950 },
		});
	});
});

describe('account.update', () => {
	test('with a bad address fails', async () => {
		const { errorItems } = await world.run('account', 'update', {
			updateFields: { email: 'nobody' },
		});
		expect(errorItems[0].json.error).toContain('email');
	});
});

describe('account.changePassword', () => {
	const change = async (parameters: Record<string, unknown>) =>
		await world.run('account', 'changePassword', { currentPassword, ...parameters });

	test('makes the new password count from then on', async () => {
		const { items } = await change({ newPassword: 'another-password' });
		expect(getJson(items)).toEqual([{ success: true, message: 'The password has been changed.' }]);
		const { errorItems } = await change({ newPassword: 'yet-another-one' });
		expect(errorItems[0].json.error).toContain('it is not the current password');
	});

	test.each([
		{ type: 'reset', when: 'afterHandling' },
		{ type: 'status', status: 503, afterHandling: true },
		{ type: 'html', afterHandling: true },
	])('is sent once if the response is lost (%j), and may have been carried out', async (action) => {
		await world.sandbox.fault({ times: 1, action });
		const { errorItems } = await change({ newPassword: 'another-password' });
		expect(await sent(world)).toHaveLength(1);
		expect(errorItems).toHaveLength(1);
		expect(errorItems[0].json.message).toContain(
			'may still have gone through. Check before you retry',
		);
		expect(errorItems[0].json.error).not.toContain('current password');
	});

	test('that was certainly not carried out is sent again', async () => {
		await world.sandbox.fault({ times: 1, action: { type: 'rateLimit', retryAfter: 0.05 } });
		const { items } = await change({ newPassword: 'another-password' });
		expect(items).toHaveLength(1);
		expect(await sent(world)).toHaveLength(2);
	});

	test.each(['seven77', '🔑🔑🔑🔑', '       '])(
		'refuses %j before anything is sent',
		async (newPassword) => {
			const { errorItems } = await change({ newPassword: `={{ ${JSON.stringify(newPassword)} }}` });
			expect(errorItems[0].json.error).toMatch(
				/^'New Password' (must have at least 8 characters|is empty)$/,
			);
			expect(JSON.stringify(errorItems)).not.toContain(newPassword);
			expect(await sent(world)).toEqual([]);
		},
	);

	test.each([
		['wrong type', '={{ ({ value: "hidden-value" }) }}'],
		['broken text', '={{ "hidden-value\\ud800" }}'],
	])('refuses a %s without showing it', async (_, newPassword) => {
		const { errorItems } = await change({ newPassword });
		expect(errorItems[0].json.error).toMatch(/^'New Password' must be text/);
		expect(JSON.stringify(errorItems)).not.toContain('hidden-value');
	});

	test.each([
		['plain', 'old-secret', 'new-secret-1'],
		['with signs', 'o"ld\\ sec%ret', 'n"ew\\ se&cr/et<>é'],
		['short', 'abc', 'new-secret-2'],
	])('masks passwords that Link Platform echoes (%s)', async (_, current, newPassword) => {
		await world.sandbox.fault({ action: { type: 'echo' } });
		const { errorItems } = await change({
			currentPassword: `={{ ${JSON.stringify(current)} }}`,
			newPassword: `={{ ${JSON.stringify(newPassword)} }}`,
		});
		const { error } = errorItems[0].json as { error: string };
		expect(error).toContain('"current":"***","password":"***","confirmPassword":"***"');
		expect(JSON.stringify(errorItems)).not.toContain(world.sandbox.apiKey);
	});

	test('that fails and stops the workflow does not show passwords', async () => {
		await world.sandbox.fault({ action: { type: 'echo' } });
		const parameters = { currentPassword: 'old-secret', newPassword: 'new-secret-1' };
		const result = await world.run('account', 'changePassword', parameters, {
			onError: 'stopWorkflow',
		});
		const { error } = result as unknown as { error: Error & { description: string } };
		expect(error).toMatchObject({ httpCode: '400', context: { itemIndex: 0 } });
		expect(error.message).toContain('***');
		// The rest of it is the node as it is in the workflow.
		const { message, description, stack } = error;
		expect([message, description, stack].join()).not.toMatch(/(old|new)-secret/);
	});
});

describe('account.getUsage', () => {
	test('adds what remains of each quota, and changes nothing else', async () => {
		const data = {
			urls: { used: 4, limit: 10 },
			qrs: { used: 4, limit: 0 },
			bios: { used: 4, limit: 'unlimited', plan: 'top' },
			domains: { limit: 3 },
			pages: { used: '12', limit: '10' },
			period: '2026-02',
		};
		const action = { type: 'wrongJson', body: JSON.stringify({ error: 0, data }) };
		await world.sandbox.fault({ path: '/api/account/stats', action });
		const { items } = await world.run('account', 'getUsage');
		expect(getJson(items)).toEqual([
			{
				...data,
				urls: { ...data.urls, remaining: 6 },
				qrs: { ...data.qrs, remaining: null },
				bios: { ...data.bios, remaining: null },
				pages: { ...data.pages, remaining: 0 },
			},
		]);
	});
});

describe('account.checkQuota', () => {
	const check = async (quota: string, needed: unknown) => {
		const { items, errorItems } = await world.run('account', 'checkQuota', { quota, needed });
		return items[0]?.json ?? errorItems[0].json;
	};
	const answerWith = async (data: unknown) => {
		await world.respond('/api/account/stats', data);
	};

	test.each([
		[6, true],
		[7, false],
		[0, true],
	])('with 6 of 10 links left, %s more fit: %s', async (needed, enough) => {
		await world.sandbox.change({ quotas: { urls: 10 } });
		expect(await check('urls', needed)).toEqual({
			...{ quota: 'urls', used: 4, limit: 10, remaining: 6, needed, enough },
		});
	});

	test.each([{ limit: null }, {}, { limit: 0 }, { limit: -1 }, { limit: 'unlimited' }])(
		'treats %j as unlimited',
		async (stated) => {
			await answerWith({ qrs: { used: 3, ...stated } });
			expect(await check('qrs', 500)).toEqual({
				...{ quota: 'qrs', used: 3, limit: null, remaining: null, needed: 500, enough: true },
			});
		},
	);

	test('reads figures as text, and says when nothing is left', async () => {
		await answerWith({ bios: { used: '12', limit: '10' }, domains: { used: 0, limit: 0 } });
		expect(await check('bios', 1)).toMatchObject({
			used: 12,
			limit: 10,
			remaining: 0,
			enough: false,
		});
		expect(await check('domains', 1)).toMatchObject({ limit: 0, remaining: 0, enough: false });
	});

	test.each([{}, { qrs: 5 }, { qrs: { limit: 5 } }])(
		'fails if the response is %j, which lacks the quota',
		async (data) => {
			await answerWith({ id: 1, ...data });
			expect((await check('qrs', 1)).error).toBe(
				`Link Platform didn't return the usage of the quota "QR Codes" (qrs)`,
			);
		},
	);
});

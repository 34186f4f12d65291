/** A message at each purchase, and nothing lost whatever fails after the delivery was accepted. */
import type { IDataObject } from 'n8n-workflow';
import { setUp, useTemplates } from './templates.mts';

const { opened, run, publish, executions, happen } = useTemplates();

const GROWN_UP = 'never-miss-purchase';
const NAMES = ['purchase-message', GROWN_UP];
const purchase = { productId: 7, buyerEmail: 'ada@example.com', price: 1900, currency: 'eur' };
const ledger = () =>
	opened.fakeNodes.tables.rows('Purchases') as Array<IDataObject & { savedAt: string }>;
/** What was sent, by whatever messenger. */
const sent = () =>
	['Slack', 'Email', 'Telegram'].flatMap((by) =>
		opened.fakeNodes.of(`Notify by ${by}`).map(({ text, message }) => `${by}: ${text ?? message}`),
	);

/** The template without rows in its ledger, and with this setting. */
function template(name: string, notify = '#sales') {
	const workflow = setUp(name, (node) => {
		if (node.name !== 'Settings') return;
		const { assignments } = node.parameters.assignments as { assignments: IDataObject[] };
		assignments.find((setting) => setting.name === 'notify')!.value = notify;
	});
	workflow.pinData!['Get Unsent'] = [];
	// No execution has crashed.
	if (name === GROWN_UP) workflow.pinData!['Get Crashed Executions'] = [{ json: { data: [] } }];
	return workflow;
}

const later = () => {
	for (const row of ledger()) row.savedAt = '2026-01-01T00:00:00.000Z';
};

describe.each(NAMES)('%s', (name) => {
	test.each([
		['#sales', 'Slack'],
		['ada@shop.test', 'Email'],
		['-1001234567890', 'Telegram'],
	])('sends a purchase once with the setting %s: by %s', async (setting, by) => {
		await publish(template(name, setting));
		await happen('product.purchased', purchase);
		const [{ status }] = await executions(1);
		expect(status).toBe('success');
		const text = 'Product 7 was purchased by ada@example.com for 1900 eur.';
		expect(sent()).toEqual([`${by}: ${text}`]);
		expect(ledger()).toMatchObject([{ product: '7', sentAt: expect.stringMatching(/^\d{4}-/) }]);
		later();
		await run(template(name, setting), 'Every 15 Minutes');
		expect(sent()).toHaveLength(1);
	});

	test('what could not be sent stays in the ledger, and is sent later in one message', async () => {
		const down = new Error('Bad Gateway');
		opened.fakeNodes.answers = { 'Notify by Telegram': down };
		await publish(template(name, '4711'));
		await happen('product.purchased', purchase);
		await happen('product.purchased', { ...purchase, buyerEmail: 'bob@example.com' });
		const failed = await executions(2);
		expect(failed.map(({ status, error }) => [status, error?.message])).toEqual([
			['error', 'Bad Gateway'],
			['error', 'Bad Gateway'],
		]);
		expect(ledger().map(({ buyer, sentAt }) => [buyer, sentAt])).toEqual([
			['ada@example.com', undefined],
			['bob@example.com', undefined],
		]);

		// As long as the messenger is down, each look fails, and nothing is marked.
		later();
		expect((await run(template(name, '4711'), 'Every 15 Minutes')).status).toBe('error');
		opened.fakeNodes.answers = {};
		opened.fakeNodes.calls.length = 0;
		const { status } = await run(template(name, '4711'), 'Every 15 Minutes');
		expect(status).toBe('success');
		expect(sent()).toEqual([expect.stringMatching(/ada@example\.com[\s\S]*\n[\s\S]*bob@/)]);
		expect(ledger().every(({ sentAt }) => sentAt)).toBe(true);
		await run(template(name, '4711'), 'Every 15 Minutes');
		expect(sent()).toHaveLength(1);
	});

	test('a purchase of a moment ago is left to the execution that sends it', async () => {
		opened.fakeNodes.answers = { 'Notify by Slack': new Error('Bad Gateway') };
		await run(template(name), 'Product Purchased');
		opened.fakeNodes.answers = {};
		opened.fakeNodes.calls.length = 0;
		await run(template(name), 'Every 15 Minutes');
		expect(sent()).toEqual([]);
	});

	test('a purchase that runs a second time, as after a crash, is sent once', async () => {
		await run(template(name), 'Product Purchased');
		await run(template(name), 'Product Purchased');
		expect(sent()).toHaveLength(1);
		expect(ledger()).toHaveLength(1);
	});

	test('without the ledger the message goes out all the same, with the reason', async () => {
		opened.fakeNodes.answers = { 'Save to Ledger': new Error('Table is gone') };
		await run(template(name), 'Product Purchased');
		expect(sent()).toEqual([expect.stringMatching(/buyer@example.com.*not in the ledger: .*gone/)]);
	});
});

describe('never-miss-purchase', () => {
	test('runs crashed executions again, but for those that were run again', async () => {
		const workflow = template(GROWN_UP);
		workflow.pinData!['Get Crashed Executions'] = [
			{ json: { data: [{ id: '230' }, { id: '229', retrySuccessId: '231' }, { id: '228' }] } },
		];
		expect((await run(workflow, 'Every 15 Minutes')).status).toBe('success');
		expect(opened.fakeNodes.of('Get Crashed Executions')).toMatchObject([
			{ url: expect.stringMatching(/^https:.+executions\?status=crashed.*workflowId=workflow$/) },
		]);
		const retried = opened.fakeNodes.of('Retry Execution').map(({ url }) => String(url));
		expect(retried.map((url) => /executions\/(\d+)\/retry$/.exec(url)?.[1])).toEqual([
			'230',
			'228',
		]);
		expect(sent()).toEqual([]);
	});

	test('counts the purchases of yesterday, also if there are none', async () => {
		const workflow = template(GROWN_UP);
		// Yesterday is another day in other time zones.
		workflow.settings = { ...workflow.settings, timezone: 'UTC' };
		workflow.pinData!['Get Yesterday'] = [];
		await run(workflow, 'Every Morning');
		expect(sent()).toEqual([expect.stringContaining('holds 0 purchases of yesterday')]);
		await run(template(GROWN_UP), 'Product Purchased');
		const yesterday = new Date(Date.now() - 86_400_000).toISOString();
		ledger()[0].savedAt = `${yesterday.slice(0, 10)}T12:00:00.000Z`;
		await run(workflow, 'Every Morning');
		expect(sent().at(-1)).toMatch(
			/holds 1 purchases[\s\S]*Product 7 to buyer@example\.com for 1900/,
		);
	});

	test('says which execution failed, and which trigger', async () => {
		await run(template(GROWN_UP), 'An Execution Failed');
		const workflow = template(GROWN_UP);
		workflow.pinData!['An Execution Failed'] = [
			{ json: { trigger: { error: { message: 'Events since 07:15 may be missing.' } } } },
		];
		await run(workflow, 'An Execution Failed');
		expect(sent()).toEqual([
			expect.stringContaining('failed at Notify by Telegram: Bad Gateway'),
			expect.stringContaining('failed at the trigger: Events since 07:15 may be missing.'),
		]);
	});
});

/** Tests that each purchase is reported in a message, even if a step fails after the delivery was accepted. */
import type { IDataObject } from 'n8n-workflow';
import { notify } from '../../../tools/n8n/examples.mts';
import { setUp, useTemplates } from './templates.mts';

const { opened, run, publish, executions, happen } = useTemplates();

const name = 'purchase-message';
const purchase = { productId: 7, buyerEmail: 'ada@example.com', price: 1900, currency: 'eur' };
const ledger = () =>
	opened.fakeNodes.tables.rows('Purchases') as Array<IDataObject & { savedAt: string }>;
/** Returns all messages that were sent, each with the messenger that sent it. */
const sent = () =>
	['Slack', 'Email', 'Telegram'].flatMap((by) =>
		opened.fakeNodes.of(`Notify by ${by}`).map(({ text, message }) => `${by}: ${text ?? message}`),
	);

/** Returns the template with an empty ledger and with this setting. */
function template(notified = '#sales') {
	const workflow = setUp(name);
	notify(workflow.nodes, notified);
	workflow.pinData!['Get Unsent'] = [];
	return workflow;
}

const later = () => {
	for (const row of ledger()) row.savedAt = '2026-01-01T00:00:00.000Z';
};

test.each([
	['#sales', 'Slack'],
	['-1001234567890', 'Telegram'],
])('purchase-message with the setting %s sends each purchase once, by %s', async (setting, by) => {
	await publish(template(setting));
	await happen('product.purchased', purchase);
	const [{ status }] = await executions(1);
	expect(status).toBe('success');
	const text = 'Product 7 was purchased by ada@example.com for 1900 eur.';
	expect(sent()).toEqual([`${by}: ${text}`]);
	expect(ledger()).toMatchObject([{ product: '7', sentAt: expect.stringMatching(/^\d{4}-/) }]);
	later();
	await run(template(setting), 'Every 15 Minutes');
	expect(sent()).toHaveLength(1);
});

test('purchases whose message failed stay in the ledger, and a later run sends them in one message', async () => {
	const down = new Error('Bad Gateway');
	opened.fakeNodes.answers = { 'Notify by Telegram': down };
	await publish(template('4711'));
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

	// While the messenger is down, each run fails and marks no purchase as sent.
	later();
	expect((await run(template('4711'), 'Every 15 Minutes')).status).toBe('error');
	opened.fakeNodes.answers = {};
	opened.fakeNodes.calls.length = 0;
	const { status } = await run(template('4711'), 'Every 15 Minutes');
	expect(status).toBe('success');
	expect(sent()).toEqual([expect.stringMatching(/ada@example\.com[\s\S]*\n[\s\S]*bob@/)]);
	expect(ledger().every(({ sentAt }) => sentAt)).toBe(true);
	await run(template('4711'), 'Every 15 Minutes');
	expect(sent()).toHaveLength(1);
});

test('the scheduled run of purchase-message skips a purchase that another execution is still sending', async () => {
	opened.fakeNodes.answers = { 'Notify by Slack': new Error('Bad Gateway') };
	await run(template(), 'Product Purchased');
	opened.fakeNodes.answers = {};
	opened.fakeNodes.calls.length = 0;
	await run(template(), 'Every 15 Minutes');
	expect(sent()).toEqual([]);
});

test('purchase-message sends only one message for a purchase that is processed twice', async () => {
	await run(template(), 'Product Purchased');
	await run(template(), 'Product Purchased');
	expect(sent()).toHaveLength(1);
	expect(ledger()).toHaveLength(1);
});

test("a purchase that can't be saved to the ledger is still sent, and the message says why it wasn't saved", async () => {
	opened.fakeNodes.answers = { 'Save to Ledger': new Error('Table is gone') };
	await run(template(), 'Product Purchased');
	expect(sent()).toEqual([expect.stringMatching(/buyer@example.com.*not in the ledger: .*gone/)]);
});

test('purchase-message names the failed node or trigger in its error message', async () => {
	await run(template(), 'An Execution Failed');
	const workflow = template();
	workflow.pinData!['An Execution Failed'] = [
		{ json: { trigger: { error: { message: 'Events since 07:15 may be missing.' } } } },
	];
	await run(workflow, 'An Execution Failed');
	expect(sent()).toEqual([
		expect.stringContaining('failed at Notify by Telegram: Bad Gateway'),
		expect.stringContaining('failed at the trigger: Events since 07:15 may be missing.'),
	]);
});

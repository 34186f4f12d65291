/** n8n's default expression engine, an isolate; a file of its own, since there is one engine per process. */
import { join } from 'node:path';
import { type Engine, openEngine, type TriggerHost } from '../../../tools/n8n-engine/index.mts';

let engine: Engine;
let host: TriggerHost | undefined;

afterEach(async () => {
	await host?.close();
	await engine.close();
});

test('the vm engine evaluates expressions in executions, hooks and webhooks', async () => {
	engine = await openEngine({
		packageFolder: join(process.cwd(), 'test/tools/n8n-engine/fixture'),
		credentials: { fixtureApi: { apiKey: 'secret' } },
		expressionEngine: 'vm',
	});
	const { items } = await engine.runNode({
		node: 'echo',
		parameters: { text: '={{ $json.a + $now.toFormat("yyyy").length }}' },
		items: [{ json: { a: 1 } }, { json: { a: 2 } }],
	});
	expect(items.map(({ json }) => json.text)).toEqual([5, 6]);
	expect(engine.activeExpressionEngine).toBe('vm');

	host = await engine.startTriggerHost();
	const publication = await host.publish({
		parameters: { answer: '={{ "id " + $json.body.id }}', topic: '={{ "a" + 1 }}' },
	});
	const answer = await publication.deliver({ headers: { 'x-key': 'secret' }, body: { id: 3 } });
	expect(await answer.json()).toEqual({ answer: 'id 3' });
	await host.waitForExecutions(1);
});

/**
 * Tests templates in a real n8n with two accounts whose IDs overlap. n8n chooses the newest credential for all nodes of
 * a pasted workflow: here, that of the other account. Whoever follows the note chooses the own account in each node.
 * Somebody in a hurry chooses it in the first node alone.
 */
import { readExample } from '../../tools/n8n/examples.mts';
import { openService } from '../../tools/n8n/n8nWithSandbox.mts';
import type { WorkflowNode } from '../../tools/n8n/rest.mts';
import { useForms, withAccount } from './forms.mts';
import { WITHOUT_EDITOR, useN8n } from './useN8n.mts';

const n8n = useN8n(WITHOUT_EDITOR);
const { openPage, publishForm, submit } = useForms(n8n);
let other: Awaited<ReturnType<typeof openService>>;
beforeAll(async () => (other = await openService(n8n.rest, undefined, 'Other account')));
afterAll(() => other?.service.close());

const url = 'https://www.example.com/twice';
const OWN = 'Own table';
const addTo = (account: Pick<typeof other, 'ask'>, name: string) =>
	account.ask<{ data: { id: number } }>('POST', '/api/qr/add', { name, url });

/** Makes three QR codes and three links in both accounts, with the same IDs and other names. */
beforeEach(async () => {
	for (const account of [n8n, other]) {
		await account.control('reset', {});
		for (let n = 0; n < 3; n += 1) {
			await addTo(account, account === n8n ? OWN : 'Table of others');
			await account.ask('POST', '/api/url/add', { url });
		}
		await account.forget();
	}
});

/** Returns the changes that this account was asked for. */
const changesIn = async (account: Pick<typeof other, 'requests'>) =>
	(await account.requests())
		.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))
		.map(({ method, path }) => `${method} ${path.replace(/\d+/, ':id')}`);

/** Returns the template, set up like this. */
function setUp(name: string, onlyFirst: boolean, change: (node: WorkflowNode) => void = () => {}) {
	const workflow = readExample(name, other.credential, n8n.url);
	for (const node of workflow.nodes) change(node);
	return withAccount(workflow, n8n.credential, { onlyFirst });
}

const WAYS: Array<[string, boolean]> = [
	['as its note says', false],
	['in a hurry', true],
];

describe.each(WAYS)('a template that is set up %s', (how, onlyFirst) => {
	/** The changes in the own account. In a hurry, the nodes that change something belong to the other account. */
	const expectChanges = async (...changes: string[]) => {
		expect(await changesIn(other)).toEqual([]);
		expect(await changesIn(n8n)).toEqual(onlyFirst ? [] : changes);
	};

	test.each([
		['Duplicate QR codes', /<option|Own table \([^<]+/, 'DELETE /api/qr/:id/delete'],
		[
			'Duplicate links',
			/http[^<]+leads to https:..www.example.com.twice: 0 clicks[^<]+/,
			'DELETE /api/url/:id/delete',
		],
	])(
		`clean-up of %s, set up ${how}, deletes nothing in another account`,
		async (what, listed, change) => {
			const form = await publishForm('clean-up', setUp('clean-up', onlyFirst));
			const page = await submit(form, [what]);
			const [option] = listed.exec(await openPage(page)) ?? [];
			if (option) await submit({ id: form.id, url: page }, [JSON.stringify([option.trim()])]);
			await expectChanges(change);
		},
	);

	test(`change-printed-code, set up ${how}, changes nothing in another account`, async () => {
		await n8n.ask('POST', '/api/qr/add', { name: 'Only one', url });
		await n8n.forget();
		const form = await publishForm('change-printed-code', setUp('change-printed-code', onlyFirst));
		await submit(form, ['Only one', 'https://www.example.com/new']);
		expect(await changesIn(other)).toEqual([]);
		if (!onlyFirst) expect((await changesIn(n8n))[0]).toMatch(/^PUT /);
	});

	test(`moving-in, set up ${how}, creates nothing in another account`, async () => {
		const form = await publishForm('moving-in', setUp('moving-in', onlyFirst));
		const file = new Blob(['slug,url\nspring,https://www.example.com/spring\n']);
		const page = await openPage(await submit(form, [file, 'Create the links', '', '']));
		expect(page).toContain('<h1>1 created</h1>');
		expect(await changesIn(other)).toEqual([]);
		expect(await changesIn(n8n)).toEqual(['POST /api/url/add']);
	});
});

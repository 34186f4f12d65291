/**
 * Tests templates in a real n8n with two accounts whose IDs overlap. n8n chooses the newest credential for all nodes of
 * a pasted workflow: here, that of the other account. Whoever follows the note chooses the own account in each node.
 * Somebody in a hurry chooses it in the first node alone, or in all but the one that changes something.
 */
import { readExample } from '../../tools/n8n/examples.mts';
import { openService } from '../../tools/n8n/n8nWithSandbox.mts';
import type { WorkflowNode } from '../../tools/n8n/rest.mts';
import { useForms } from './forms.mts';
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

/** Returns the changes that this account was asked for. A published trigger's webhook is none. */
const changesIn = async (account: Pick<typeof other, 'requests'>) =>
	(await account.requests())
		.filter(({ method, path }) => method !== 'GET' && /^\/api\/(?!webhooks)/.test(path))
		.map(({ method, path }) => `${method} ${path.replace(/\d+/, ':id')}`);

const isOurs = ({ type }: WorkflowNode) => type.startsWith('n8n-nodes-linkplatform.');
const isChanging = ({ parameters }: WorkflowNode) =>
	/^(delete|update|upsert)$/.test(String(parameters.operation as string));

type Way = 'as its note says' | 'in its first node alone' | 'in its reading nodes alone';
const isChosen: Record<Way, (node: WorkflowNode, ours: WorkflowNode[]) => boolean> = {
	'as its note says': () => true,
	'in its first node alone': (node, ours) => node === ours[0],
	'in its reading nodes alone': (node) => !isChanging(node),
};

/** Publishes the form of a template, with the own account chosen in some of its nodes. */
async function publish(name: string, way: Way) {
	const workflow = readExample(name, other.credential, n8n.url);
	const ours = workflow.nodes.filter(isOurs);
	for (const node of ours)
		if (isChosen[way](node, ours)) node.credentials = { linkPlatformApi: n8n.credential };
	return await publishForm(name, workflow);
}

const WAYS = Object.keys(isChosen) as Way[];

describe.each(WAYS)('a template whose account is chosen %s', (way) => {
	/** Expects these changes in the own account if the template is set up well, and no change otherwise. */
	const expectChanges = async (...changes: string[]) => {
		expect(await changesIn(other)).toEqual([]);
		expect(await changesIn(n8n)).toEqual(way === 'as its note says' ? changes : []);
	};

	test.each([
		['Duplicate QR codes', />\s*(Own table \([^<]+)</, 'DELETE /api/qr/:id/delete'],
		['Duplicate links', />\s*(http[^<]+ leads to [^<]+)</, 'DELETE /api/url/:id/delete'],
	])(
		`clean-up of %s, with its account chosen ${way}, deletes nothing in another account`,
		async (what, listed, change) => {
			const form = await publish('clean-up', way);
			const url = await submit(form, [what]);
			const [, option] = listed.exec(await openPage(url)) ?? [];
			if (way !== 'in its first node alone' || /links/.test(what)) expect(option).toContain('0 ');
			if (option) {
				await submit({ id: form.id, url }, [JSON.stringify([option.trim()])]);
				expect(await openPage(url)).toMatch(
					way === 'as its note says' ? /<h1>1 deleted/ : /<h1>0 deleted<[^]* – not deleted: /,
				);
			}
			await expectChanges(change);
		},
	);

	test(`change-printed-code, with its account chosen ${way}, changes nothing in another account`, async () => {
		await addTo(n8n, 'Only one');
		await addTo(other, 'Only one of others');
		for (const account of [n8n, other]) await account.forget();
		const form = await publish('change-printed-code', way);
		await submit(form, ['Only one', 'https://www.example.com/new']);
		await expectChanges(expect.stringMatching(/^PUT /) as string);
	});
});

test.each([
	['as its note says', 3],
	['in its first node alone', 0],
] as Array<[Way, number]>)(
	'printable-sheet, with its account chosen %s, prints no QR code of another account',
	async (way, count) => {
		const form = await publish('printable-sheet', way);
		const page = await openPage(await submit(form, ['table', '']));
		expect(page).toContain(`<h1>A sheet with ${count} QR codes</h1>`);
		expect((await other.requests()).filter(({ path }) => path.endsWith('/download'))).toEqual([]);
	},
);

test('moving-in, whose only Link Platform node is set, creates nothing in another account', async () => {
	const form = await publish('moving-in', 'in its first node alone');
	const file = new Blob(['slug,url\nspring,https://www.example.com/spring\n']);
	const page = await openPage(await submit(form, [file, 'Create the links', '', '']));
	expect(page).toContain('<h1>1 created</h1>');
	expect(await changesIn(other)).toEqual([]);
	expect(await changesIn(n8n)).toEqual(['POST /api/url/add']);
});

/** Publishes templates with forms in a real n8n, and fills in their forms as a browser does. */
import { readExample } from '../../tools/n8n/examples.mts';
import type { N8nWithSandbox } from '../../tools/n8n/n8nWithSandbox.mts';
import type { WorkflowJson } from '../../tools/n8n/rest.mts';
import { until } from '../../tools/until.mts';

/** The login for the forms in these tests. */
const FORM_LOGIN = { user: 'ada', password: 'correct horse' };

interface PublishedForm {
	id: string;
	url: string;
}

export function useForms(n8n: N8nWithSandbox) {
	const authorization = `Basic ${btoa(`${FORM_LOGIN.user}:${FORM_LOGIN.password}`)}`;
	const headers = { authorization };
	const read = (name: string) => readExample(name, n8n.credential, n8n.url);

	/** Publishes the template. Returns its ID, and the URL that n8n gave to its form. */
	async function publishForm(
		name: string,
		workflow: WorkflowJson = read(name),
	): Promise<PublishedForm> {
		const id = await n8n.rest.saveCredential('Form', 'httpBasicAuth', FORM_LOGIN);
		const form = workflow.nodes.find(({ type }) => type.endsWith('.formTrigger'))!;
		form.credentials = { httpBasicAuth: { id, name: 'Form' } };
		const stored = await n8n.rest.createWorkflow(workflow);
		expect(await n8n.rest.publish(stored.id)).toMatchObject({ status: 'published' });
		const { webhookId } = stored.nodes.find((node) => node.name === form.name)!;
		return { id: stored.id, url: `${n8n.url}/form/${webhookId}` };
	}

	/** Submits a form with these fields. Returns the URL of its next page, once n8n serves that page. */
	async function submit(form: PublishedForm, fields: Array<string | Blob>) {
		const body = new FormData();
		for (const [index, field] of fields.entries()) {
			if (typeof field === 'string') body.append(`field-${index}`, field);
			else body.append(`field-${index}`, field, 'rows.csv');
		}
		const response = await fetch(form.url, { method: 'POST', body, headers });
		const { formWaitingUrl } = (await response.json()) as { formWaitingUrl: string };
		const [, execution] = /form-waiting\/(\d+)/.exec(formWaitingUrl)!;
		await until('the form to reach its next page', async () => {
			const all = await n8n.rest.executions(form.id);
			return all.find(({ id }) => id === execution)?.status === 'waiting';
		});
		return formWaitingUrl;
	}

	/** Goes on from a page without fields. Returns the text of the page after it. */
	async function goOn({ id }: PublishedForm, url: string) {
		await submit({ id, url }, []);
		return await openPage(url);
	}

	const openPage = async (url: string) => await (await fetch(url, { headers })).text();
	return { headers, goOn, publishForm, submit, openPage };
}

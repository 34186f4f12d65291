/** A client for the HTTP API that n8n's editor uses, and for executions in n8n's public API. */
import { until } from '../until.mts';

export interface Login {
	email: string;
	password: string;
}

export interface WorkflowJson {
	id?: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, Item[]>;
	versionId?: string;
	active?: boolean;
}

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number] | number[];
	parameters: Record<string, unknown>;
	webhookId?: string;
	credentials?: Record<string, { id: string; name: string }>;
	onError?: string;
	alwaysOutputData?: boolean;
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

export interface StoredWorkflow extends WorkflowJson {
	id: string;
	versionId: string;
	/** The ID of the published version. */
	activeVersionId?: string | null;
}

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, { id?: string; fileName?: string; mimeType: string; bytes?: number }>;
}

export interface Execution {
	id: string;
	status: string;
	workflowId: string;
	data?: {
		resultData: {
			error?: { message: string };
			runData: Record<
				string,
				Array<{ startTime: number; executionTime: number; data?: { main: Array<Item[] | null> } }>
			>;
		};
	};
}

export interface PublicationStatus {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: Array<{ nodeId: string; status: string; errorMessage: string | null }>;
}

const SECOND = 1000;

/** n8n 2.40 gives a publication up after 84 seconds. In ms. */
const LONGEST_PUBLICATION = 100_000;

export class N8nRest {
	private readonly url: string;
	private cookie = '';
	private apiKey = '';
	private madeKey?: Promise<string>;
	private hasPublicationStatus?: boolean;

	constructor(url: string) {
		this.url = url;
	}

	/**
	 * Sends a request, and returns the response's `data`. If n8n refuses the request, throws an error with its message.
	 */
	async call<T = unknown>(method: string, path: string, body?: unknown) {
		const text = await (await this.fetch(method, path, body)).text();
		const result = text === '' ? {} : (JSON.parse(text) as { data?: T });
		return (path.startsWith('/rest/') ? result.data : result) as T;
	}

	/** Returns the content of a file from an execution's data, by the file's ID in that data. */
	async file(id: string): Promise<Uint8Array> {
		const path = `/rest/binary-data?action=view&id=${encodeURIComponent(id)}`;
		return await (await this.fetch('GET', path)).bytes();
	}

	private async fetch(
		method: string,
		path: string,
		body?: unknown,
		attempts = 30,
	): Promise<Response> {
		const response = await fetch(this.url + path, {
			method,
			headers: {
				// n8n ties a session to the ID of the browser that logged in.
				'browser-id': 'scripts',
				'push-ref': 'scripts',
				// n8n closes idle connections after 5 s, possibly just as a request is sent, so don't keep them open.
				connection: 'close',
				cookie: this.cookie,
				'x-n8n-api-key': this.apiKey,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		if (cookies.length > 0) this.cookie = cookies.join('; ');
		if (response.ok) return response;
		// If n8n is busy, it briefly refuses requests with a 503 and doesn't process them, so try again.
		if (response.status === 503 && attempts > 1) {
			await new Promise((done) => setTimeout(done, SECOND));
			return await this.fetch(method, path, body, attempts - 1);
		}
		throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	}

	/** Logs in as the owner of this n8n instance. Creates the owner if necessary. */
	async logIn({ email, password }: Login) {
		try {
			await this.call('POST', '/rest/login', { emailOrLdapLoginId: email, password });
		} catch {
			const owner = { email, password, firstName: 'Demo', lastName: 'Owner' };
			await this.call('POST', '/rest/owner/setup', owner);
		}
	}

	/** Creates a credential, or updates the existing one with that name, and returns its ID. */
	async saveCredential(name: string, type: string, data: object) {
		const all = await this.call<Array<{ id: string; name: string }>>('GET', '/rest/credentials');
		const present = all.find((credential) => credential.name === name);
		const body = { name, type, data };
		const { id } = present
			? await this.call<{ id: string }>('PATCH', `/rest/credentials/${present.id}`, body)
			: await this.call<{ id: string }>('POST', '/rest/credentials', body);
		return id;
	}

	async workflows(): Promise<StoredWorkflow[]> {
		return await this.call('GET', '/rest/workflows');
	}

	async workflow(id: string): Promise<StoredWorkflow> {
		return await this.call('GET', `/rest/workflows/${id}`);
	}

	async createWorkflow(workflow: WorkflowJson): Promise<StoredWorkflow> {
		return await this.call('POST', '/rest/workflows', { settings: {}, ...workflow });
	}

	/** Saves a changed workflow without publishing it. */
	async saveWorkflow(workflow: StoredWorkflow): Promise<StoredWorkflow> {
		const { id, name, nodes, connections, settings, versionId } = workflow;
		const body = { name, nodes, connections, settings, versionId };
		return await this.call('PATCH', `/rest/workflows/${id}`, body);
	}

	async deleteWorkflow(id: string) {
		await this.call('POST', `/rest/workflows/${id}/archive`, {});
		await this.call('DELETE', `/rest/workflows/${id}`);
	}

	/** Publishes the saved version, and waits for the result. */
	async publish(id: string): Promise<PublicationStatus> {
		const { versionId } = await this.workflow(id);
		const body = { versionId, name: '', description: '' };
		try {
			await this.call('POST', `/rest/workflows/${id}/activate`, body);
		} catch (thrown) {
			const errorMessage = (thrown as Error).message;
			const isInvalid = errorMessage.includes('validationError');
			if (isInvalid || (await this.reportsPublication(id))) throw thrown;
			return { status: 'failed', triggers: [{ nodeId: '', status: 'failed', errorMessage }] };
		}
		// n8n may report "not published" just before it has finished publishing, because it reads two records at the
		// same time. Wait for any other status.
		return await this.waitForPublication(id, ({ status }) => status !== 'not_published');
	}

	async unpublish(id: string): Promise<PublicationStatus> {
		await this.call('POST', `/rest/workflows/${id}/deactivate`, {});
		return await this.waitForPublication(id, ({ status }) => status === 'not_published');
	}

	/** Waits for the result of publishing. n8n responds first, and then tries to publish for up to 84 seconds. */
	private async waitForPublication(
		id: string,
		isMeant: (publication: PublicationStatus) => boolean,
	) {
		const get = async () => {
			const publication = await this.publication(id);
			return publication.status !== 'in_progress' && isMeant(publication) && publication;
		};
		return await until(`workflow ${id} to be published or not`, get, LONGEST_PUBLICATION);
	}

	async publication(id: string): Promise<PublicationStatus> {
		if (await this.reportsPublication(id)) {
			return await this.call('GET', `/rest/workflows/${id}/publication-status`);
		}
		const { activeVersionId } = await this.workflow(id);
		return { status: activeVersionId ? 'published' : 'not_published', triggers: [] };
	}

	/**
	 * True if n8n reports a publication status. Older releases, such as 2.35, don't: they finish publishing before
	 * they respond.
	 */
	private async reportsPublication(id: string) {
		this.hasPublicationStatus ??= await this.call(
			'GET',
			`/rest/workflows/${id}/publication-status`,
		).then(
			() => true,
			({ message }: Error) => !message.includes('status is not available'),
		);
		return this.hasPublicationStatus;
	}

	/** Runs a workflow by hand from the named trigger, and waits for the execution to end. */
	async run(id: string, triggerName: string) {
		return await this.ended((await this.start(id, triggerName)).executionId);
	}

	/** Makes the named trigger wait for a test event, like "Listen for test event" in the editor. */
	async listen(id: string, triggerName: string) {
		await this.start(id, triggerName);
	}

	/** Starts a workflow from the named trigger. If the trigger has to wait for an event, n8n starts no execution yet. */
	private async start(id: string, triggerName: string): Promise<{ executionId: string }> {
		const body = { triggerToStartFrom: { name: triggerName } };
		return await this.call('POST', `/rest/workflows/${id}/run`, body);
	}

	async stopListening(id: string) {
		await this.call('DELETE', `/rest/test-webhook/${id}`);
	}

	async ended(executionId: string) {
		await this.prepareApiKey();
		return await until(`execution ${executionId} to end`, async () => {
			const path = `/api/v1/executions/${executionId}?includeData=true`;
			const execution = await this.call<Execution>('GET', path).catch(() => undefined);
			return execution && hasEnded(execution) && execution;
		});
	}

	/**
	 * Waits until n8n has no more executions of the workflow to run. The method `executions` doesn't list unfinished
	 * executions.
	 */
	async idle(workflowId: string, limit = 300 * SECOND) {
		const filter = JSON.stringify({ workflowId, status: ['new', 'running'] });
		const path = `/rest/executions?filter=${encodeURIComponent(filter)}`;
		await until(
			`the executions of ${workflowId} to end`,
			async () => (await this.call<{ results: Execution[] }>('GET', path)).results.length === 0,
			limit,
		);
	}

	/** Returns all executions of a workflow that have ended, oldest first. */
	async executions(workflowId: string, { withData = false } = {}) {
		await this.prepareApiKey();
		const found: Execution[] = [];
		let cursor = '';
		do {
			const query = `workflowId=${workflowId}&includeData=${withData}&limit=250${cursor}`;
			const path = `/api/v1/executions?${query}`;
			const page = await this.call<{ data: Execution[]; nextCursor: string | null }>('GET', path);
			found.push(...page.data);
			cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
		} while (cursor !== '');
		return found.reverse();
	}

	/**
	 * Resolves with the executions of a workflow and their data, once there are at least `count` and all of them have
	 * ended.
	 */
	async executionsWhenOver(workflowId: string, count: number) {
		return await until(`${count} executions`, async () => {
			const all = await this.executions(workflowId, { withData: true });
			return all.length >= count && all.every(hasEnded) && all;
		});
	}

	private async prepareApiKey() {
		this.apiKey = await (this.madeKey ??= this.makeApiKey());
	}

	/** Creates a key for n8n's public API. */
	async makeApiKey() {
		const scopes = await this.call<string[]>('GET', '/rest/api-keys/scopes');
		const label = `scripts ${Date.now()}`;
		const body = { label, expiresAt: null, scopes };
		return (await this.call<{ rawApiKey: string }>('POST', '/rest/api-keys', body)).rawApiKey;
	}
}

/** True if the execution has ended, or is waiting for something. */
export const hasEnded = ({ status }: Execution) => !['new', 'running'].includes(status);

/** Returns the output items of a node in an execution, one list per output. */
export function getOutputs(execution: Execution, node: string) {
	const run = execution.data?.resultData.runData[node]?.at(-1);
	return (run?.data?.main ?? []).map((items) => items ?? []);
}

import type { Context } from './client';

/**
 * What a trigger remembers from one call by n8n to the next, in the workflow's static data. It is the only code that
 * writes there for a polling trigger.
 *
 * It is kept under the node's ID in the data of the whole workflow, because n8n keeps a node's own data under its name,
 * and so loses it when the node is renamed. Everyone who may read the workflow can see it, so it must contain no secret.
 */
export class Memory<State> {
	private readonly data: Record<string, string | undefined>;
	private readonly key: string;
	private seen?: string;

	constructor(context: Context) {
		this.data = context.getWorkflowStaticData('global') as typeof this.data;
		this.key = `linkPlatform ${context.getNode().id}`;
	}

	/** Returns a copy of what is remembered now; undefined if there is nothing. */
	read(): State | undefined {
		this.seen = this.data[this.key];
		return this.seen === undefined ? undefined : (JSON.parse(this.seen) as State);
	}

	/**
	 * Remembers a new state. Returns false, and changes nothing, if something else has been written since `read`: after
	 * an await, the new state may have been made from what is no longer true.
	 */
	write(state: State): boolean {
		if (this.data[this.key] !== this.seen) return false;
		// Store one string, because n8n wraps every value of an object in a proxy.
		this.data[this.key] = this.seen = JSON.stringify(state);
		return true;
	}

	/** Forgets everything, whoever wrote it. */
	clear(): void {
		if (this.key in this.data) delete this.data[this.key];
	}
}

import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { Failure } from '../api/failure';
import { Redactor } from '../api/redactor';
import { createClient, getAccountKey, getSecrets, readCredentialOf } from '../adapter/client';
import { parsePacing } from '../adapter/pacing';
import type { Input } from './input';
import { mapConcurrent } from './mapConcurrent';
import { OperationContext, type Account } from './operationContext';
import { Tries } from './tries';

/**
 * The maximum number of credentials to read at a time. For each credential, n8n queries its database or a secret
 * store.
 */
const READS = 5;

type Outcomes<Result> = Array<PromiseSettledResult<Result>>;

/**
 * The Link Platform accounts that a run uses. There may be several: any field of the credential may be an expression,
 * which n8n evaluates for each item.
 */
export class Accounts {
	private constructor(
		private readonly contexts: Outcomes<OperationContext>,
		private readonly all: Account[],
		/** Masks the secrets of all items. */
		private readonly redactor: Redactor,
		/**
		 * Shows a message about the run in the output panel. Of messages that differ only in the values that they
		 * quote, the first is shown.
		 */
		readonly addHint: OperationContext['addHint'],
		/** The results that items had in earlier tries of this run. */
		readonly tries: Tries,
	) {}

	/**
	 * Reads the credential for each item. Items with the same account and connection settings share a client. Items with
	 * equal credentials also share a context.
	 */
	static async open(context: IExecuteFunctions, inputs: Input[]): Promise<Accounts> {
		const accounts = new Map<string, Account>();
		const opened = new Map<string, OperationContext>();
		const secrets = new Set<string>();
		const addHint = toAddHint(context);
		const openContext = (credentials: ICredentialDataDecryptedObject) => {
			for (const secret of getSecrets(credentials)) secrets.add(secret);
			const key = getAccountKey(credentials);
			// Validate these pacing settings even if other credentials have already opened the account.
			parsePacing(credentials);
			const account = accounts.get(key) ?? {
				client: createClient(context, credentials),
				inputs: [],
			};
			accounts.set(key, account);
			return new OperationContext(context, credentials, account, addHint);
		};
		const read = async ({ itemIndex }: Input) => {
			const credentials = await readCredentialOf(context, itemIndex);
			const json = JSON.stringify(credentials);
			const own = opened.get(json) ?? openContext(credentials);
			opened.set(json, own);
			return own;
		};
		const contexts = await mapConcurrent(inputs, read, { concurrency: READS });
		for (const [item, entered] of contexts.entries()) {
			if (entered.status === 'fulfilled') entered.value.account.inputs.push(inputs[item]);
			// Any other error is about the whole node, e.g. because it has no credential.
			else if (!(entered.reason instanceof Failure)) throw entered.reason;
		}
		const all = [...accounts.values()];
		const redactor = new Redactor([...secrets]);
		for (const { client } of all) client.useRedactor(redactor);
		return new Accounts(contexts, all, redactor, addHint, Tries.of(context));
	}

	/** The rejected outcomes of the items whose credential can't be used. */
	get failed(): Outcomes<never> {
		return onlyRejected(this.contexts);
	}

	get clients(): Client[] {
		return this.all.map(({ client }) => client);
	}

	/**
	 * The longest time that any account waited for its rate limit, in ms. The accounts wait in parallel, so their
	 * times don't add up.
	 */
	get msWaited(): number {
		return Math.max(0, ...this.clients.map(({ msWaited }) => msWaited));
	}

	/** Returns the context of an item; throws if the item's credential can't be used. */
	of({ itemIndex }: Input): OperationContext {
		const entered = this.contexts[itemIndex];
		if (entered.status === 'rejected') throw entered.reason;
		return entered.value;
	}

	/**
	 * Runs `work` for the items of each account, all accounts in parallel. Resolves with the outcomes in input order;
	 * items whose credential can't be used are rejected.
	 */
	async run<Result>(
		work: (inputs: Input[], context: OperationContext) => Promise<Outcomes<Result>>,
	): Promise<Outcomes<Result>> {
		const outcomes: Outcomes<Result> = this.failed;
		const runOne = async ({ inputs }: Account) => {
			const done = await work(inputs, this.of(inputs[0]));
			// `forEach` skips the empty slots of items that weren't run.
			done.forEach((outcome, index) => {
				outcomes[inputs[index].itemIndex] = outcome;
			});
		};
		await Promise.all(this.all.map(runOne));
		return outcomes;
	}

	/** Returns the failure with the secrets of all items masked. Its text may quote any of these secrets. */
	redacted(failure: Failure): Failure {
		return failure.redacted(this.redactor.redactText);
	}
}

/** Returns the rejected outcomes at their indexes, and leaves all other indexes empty. */
export function onlyRejected(outcomes: Outcomes<unknown>): Outcomes<never> {
	const rejected: Outcomes<never> = [];
	outcomes.forEach((outcome, index) => {
		if (outcome.status === 'rejected') rejected[index] = outcome;
	});
	return rejected;
}

function toAddHint(context: IExecuteFunctions): OperationContext['addHint'] {
	const hints = new Set<string>();
	return (message, type = 'warning') => {
		const kind = message.replace(/".*?"/g, '');
		if (hints.has(kind)) return;
		hints.add(kind);
		context.addExecutionHints({ message, type, location: 'outputPane' });
	};
}

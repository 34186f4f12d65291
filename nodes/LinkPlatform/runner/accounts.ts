import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { Redactor, toSecret } from '../api/redactor';
import { getHost } from '../api/identity';
import { createClient, getAccountKey, getSecrets, readCredentialOf } from '../adapter/client';
import { parsePacing } from '../adapter/pacing';
import type { Input } from './input';
import { mapConcurrent } from './mapConcurrent';
import { runMessages } from './messages';
import { OperationContext, type Account } from './operationContext';
import { Tries } from './tries';

/** How many credentials are read at a time. n8n asks its database or a secret store for each. */
const READS = 5;
/** Statuses of refusals that concern the account: its key, a permission, or its plan. */
const ACCOUNT_STATUSES = [401, 402, 403];

type Outcomes<Result> = Array<PromiseSettledResult<Result>>;

/** The accounts of a run: any field of the credential may be an expression, which each item resolves for itself. */
export class Accounts {
	/** Masks the secrets of all items. Made for the first failure. */
	private redactor?: Redactor;

	private constructor(
		private readonly contexts: Outcomes<OperationContext>,
		private readonly all: Account[],
		private readonly secrets: Set<string>,
		/** Shows a message about the run in the output panel, once even if several items have it. */
		readonly addHint: OperationContext['addHint'],
		/** The results that items had in earlier tries of this run. */
		readonly tries: Tries,
	) {}

	/** Reads the credential of each item. Items that lead to the same account in the same way share a client. */
	static async open(context: IExecuteFunctions, inputs: Input[]): Promise<Accounts> {
		const accounts = new Map<string, Account>();
		const secrets = new Set<string>();
		const addHint = toAddHint(context);
		const read = async ({ itemIndex }: Input) => {
			const credentials = await readCredentialOf(context, itemIndex);
			for (const secret of getSecrets(credentials)) secrets.add(secret);
			const key = getAccountKey(credentials);
			// Validates this item's pacing even when another item has opened the account.
			parsePacing(credentials);
			const account = accounts.get(key) ?? toAccount(context, credentials);
			accounts.set(key, account);
			return new OperationContext(context, credentials, account, addHint);
		};
		const contexts = await mapConcurrent(inputs, read, { concurrency: READS });
		for (const [item, entered] of contexts.entries()) {
			if (entered.status === 'fulfilled') entered.value.account.inputs.push(inputs[item]);
			// The node may have no credential at all.
			else if (!(entered.reason instanceof Failure)) throw entered.reason;
		}
		const all = [...accounts.values()];
		const masked = [...secrets].map(toSecret);
		for (const { client } of all) client.mask(masked);
		if (all.length > 1) for (const account of all) account.name = describe(account);
		return new Accounts(contexts, all, secrets, addHint, Tries.of(context));
	}

	/** The outcomes of items whose credential can't be used. */
	get failed(): Outcomes<never> {
		const outcomes: Outcomes<never> = [];
		for (const [item, entered] of this.contexts.entries()) {
			if (entered.status === 'rejected') outcomes[item] = entered;
		}
		return outcomes;
	}

	get clients(): Client[] {
		return this.all.map(({ client }) => client);
	}

	/** The longest time that an account waited for its rate limit, in ms: accounts wait at the same time. */
	get msWaited(): number {
		return Math.max(0, ...this.clients.map(({ msWaited }) => msWaited));
	}

	/** Returns the context of an item; throws if its credential can't be used. */
	of({ itemIndex }: Input): OperationContext {
		const entered = this.contexts[itemIndex];
		if (entered.status === 'rejected') throw entered.reason;
		return entered.value;
	}

	/**
	 * Runs `work` for the items of each account, all accounts at the same time. Resolves with the outcomes in input order;
	 * items whose credential can't be used are rejected.
	 */
	async run<Result>(
		work: (inputs: Input[], context: OperationContext) => Promise<Outcomes<Result>>,
	): Promise<Outcomes<Result>> {
		const outcomes: Outcomes<Result> = this.failed;
		const runOne = async ({ inputs, name }: Account) => {
			const done = await work(inputs, this.of(inputs[0]));
			// `forEach` skips items that weren't run.
			done.forEach((outcome, index) => {
				outcomes[inputs[index].itemIndex] = withAccount(outcome, name);
			});
		};
		await Promise.all(this.all.map(runOne));
		return outcomes;
	}

	/** Returns the failure with the secrets of all items masked. */
	redacted(failure: Failure): Failure {
		const redactor = (this.redactor ??= new Redactor([...this.secrets].map(toSecret)));
		return failure.redacted((text) => redactor.redactText(text));
	}
}

function toAccount(
	context: IExecuteFunctions,
	credentials: ICredentialDataDecryptedObject,
): Account {
	const client = createClient(context, credentials);
	return { client, apiUrl: String(credentials.apiUrl), inputs: [] };
}

function toAddHint(context: IExecuteFunctions): OperationContext['addHint'] {
	const hints = new Set<string>();
	return (message, type = 'warning') => {
		if (hints.has(message)) return;
		hints.add(message);
		context.addExecutionHints({ message, type, location: 'outputPane' });
	};
}

/** Returns the failure with the account that it is about, if the run has several. */
export function inAccount(failure: Failure, account?: string): Failure {
	if (account === undefined) return failure;
	const message = failure.message.replace(/\.$/, '');
	return failure.reworded(fill(runMessages.inAccount, { message, account }));
}

function withAccount<Result>(
	outcome: PromiseSettledResult<Result>,
	name?: string,
): PromiseSettledResult<Result> {
	if (outcome.status === 'fulfilled') return outcome;
	const failure = toFailure(outcome.reason);
	const isAbout = failure.kind === 'waitLimit' || ACCOUNT_STATUSES.includes(failure.status ?? 0);
	return isAbout ? { ...outcome, reason: inAccount(failure, name) } : outcome;
}

/**
 * Describes an account by its first row and host. Its name would need a request with the very key that was refused, and no
 * part of a key may be shown.
 */
function describe({ inputs: [{ sheetRow, itemIndex }, ...others], apiUrl }: Account): string {
	const values = { row: sheetRow ?? itemIndex + 1, count: others.length, host: getHost(apiUrl) };
	return fill(others.length === 0 ? runMessages.row : runMessages.rows, values).message;
}

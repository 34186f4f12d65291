import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../api/client';
import { Failure, toFailure } from '../api/failure';
import { fill } from '../api/fill';
import { Redactor, toSecret } from '../api/redactor';
import { getHost } from '../api/url';
import {
	createClient,
	getAccountKey,
	getSecrets,
	isSameForAll,
	readCredentialOf,
} from '../adapter/client';
import { parsePacing } from '../adapter/pacing';
import type { Input } from './input';
import { mapConcurrent } from './mapConcurrent';
import { runMessages } from './messages';
import { createOperationContext, type OperationContext } from './operationContext';

/** How many credentials are read at a time: n8n asks its database for each, or a store of secrets. */
const READS = 5;
/** For fewer items, it costs more to find out whether all have the same credential. */
const FEW = 4;
/** Of a key that is refused, that may not do this, or whose plan does not include it. */
const ACCOUNT_STATUSES = [401, 402, 403];

interface Account {
	client: Client;
	concurrency: number;
	apiUrl: string;
	/** In input order. */
	inputs: Input[];
	/** What tells it from the others, if there are several. */
	name?: string;
}

/** An item with its own credential, whose signing secret may differ where the account is the same. */
interface Seat {
	credentials: ICredentialDataDecryptedObject;
	account: Account;
	/** Made at its first use. */
	context?: OperationContext;
}

type Outcomes<Result> = Array<PromiseSettledResult<Result>>;

/** The accounts of a run: any field of the credential may be an expression, which each item resolves for itself. */
export class Accounts {
	/** Shows something about the run in the output panel, once however many items say it. */
	readonly addHint: OperationContext['addHint'];
	/** Of all secrets, made for the first failure. */
	private redactor?: Redactor;

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly seats: Outcomes<Seat>,
		private readonly all: Account[],
		private readonly secrets: Set<string>,
	) {
		const hints = new Set<string>();
		this.addHint = (message, type = 'warning') => {
			if (hints.has(message)) return;
			hints.add(message);
			context.addExecutionHints({ message, type, location: 'outputPane' });
		};
	}

	/** Reads the credential of each item. Items that lead to the same account in the same way share a client. */
	static async open(context: IExecuteFunctions, inputs: Input[]): Promise<Accounts> {
		const accounts = new Map<string, Account>();
		const secrets = new Set<string>();
		const first = inputs.length < FEW ? undefined : await readFirst(context);
		const toSeat = (credentials: ICredentialDataDecryptedObject): Seat => {
			for (const secret of getSecrets(credentials)) secrets.add(secret);
			const key = getAccountKey(credentials);
			const { concurrency } = parsePacing(credentials);
			const apiUrl = String(credentials.apiUrl);
			const client = () => createClient(context, credentials);
			const account = accounts.get(key) ?? { client: client(), concurrency, apiUrl, inputs: [] };
			accounts.set(key, account);
			return { credentials, account };
		};
		let shared: Seat | undefined;
		const read = async ({ itemIndex }: Input) =>
			first ? (shared ??= toSeat(first)) : toSeat(await readCredentialOf(context, itemIndex));
		const seats = await mapConcurrent(inputs, read, { concurrency: READS });
		for (const [item, seat] of seats.entries()) {
			if (seat.status === 'fulfilled') seat.value.account.inputs.push(inputs[item]);
			// The node has no credential at all, say.
			else if (!(seat.reason instanceof Failure)) throw seat.reason;
		}
		const all = [...accounts.values()];
		if (all.length > 1) for (const account of all) account.name = describe(account);
		return new Accounts(context, seats, all, secrets);
	}

	/** The outcomes of the items whose credential can't be used. */
	get failed(): Outcomes<never> {
		const outcomes: Outcomes<never> = [];
		for (const [item, seat] of this.seats.entries()) {
			if (seat.status === 'rejected') outcomes[item] = seat;
		}
		return outcomes;
	}

	get clients(): Client[] {
		return this.all.map(({ client }) => client);
	}

	/** The longest time that an account waited for its rate limit, in ms: they wait beside each other. */
	get msWaited(): number {
		return Math.max(0, ...this.clients.map(({ msWaited }) => msWaited));
	}

	/** What an item runs with; throws if its credential can't be used. */
	of({ itemIndex }: Input): OperationContext {
		const seat = this.seats[itemIndex];
		if (seat.status === 'rejected') throw seat.reason;
		const { credentials, account } = seat.value;
		seat.value.context ??= createOperationContext(this.context, credentials, account, this.addHint);
		return seat.value.context;
	}

	/**
	 * Runs `work` for the items of each account, beside the others, and resolves with the outcomes in input order.
	 * Those of items whose credential can't be used are rejected.
	 */
	async run<Result>(
		work: (inputs: Input[], context: OperationContext) => Promise<Outcomes<Result>>,
	): Promise<Outcomes<Result>> {
		const outcomes: Outcomes<Result> = this.failed;
		const runOne = async ({ inputs, name }: Account) => {
			const done = await work(inputs, this.of(inputs[0]));
			// Without those that were not run.
			done.forEach((outcome, at) => {
				outcomes[inputs[at].itemIndex] = withAccount(outcome, name);
			});
		};
		await Promise.all(this.all.map(runOne));
		return outcomes;
	}

	/** The failure with the secrets of all items masked. */
	redacted(failure: Failure): Failure {
		const redactor = (this.redactor ??= new Redactor([...this.secrets].map(toSecret)));
		return failure.redacted((text) => redactor.redactText(text));
	}
}

/** The credential of all items; undefined if they may differ. */
async function readFirst(
	context: IExecuteFunctions,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const first = await readCredentialOf(context, 0).catch(() => undefined);
	return first && (await isSameForAll(context, first)) ? first : undefined;
}

/** The failure with the account that it is about, if the run has several. */
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
 * By its first row and address: these can be looked up, while the name of an account would take a request with the very
 * key that was refused, and nothing of a key may be shown.
 */
function describe({ inputs: [{ sheetRow, itemIndex }, ...others], apiUrl }: Account): string {
	const values = { row: sheetRow ?? itemIndex + 1, count: others.length, host: getHost(apiUrl) };
	return fill(others.length === 0 ? runMessages.row : runMessages.rows, values).message;
}

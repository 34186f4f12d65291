import { sleep } from 'n8n-workflow';
import { Budget } from './budget';
import type { LimitReading } from './limits';

/** A request that was let through; handed back with its answer. */
export interface Pass {
	route: string;
	budget: Budget;
	sequence: number;
	isSettled: boolean;
}

export interface Entrance {
	/** The endpoint, e.g. `POST /api/qr/add`: limits may differ from one to the next. */
	route: string;
	/** Asked before each wait of so many ms; false ends it with `WaitRefused`. */
	mayWait: (ms: number) => boolean;
	signal?: AbortSignal;
}

interface Waiter extends Entrance {
	enter: (pass: Pass) => void;
	refuse: (reason: unknown) => void;
}

/** Ends a timer. One for all: a reason made for each costs more than anything else here. */
export const NO_LONGER_NEEDED = new Error('No longer needed');

/** Thrown by `enter` when `mayWait` said no. */
export class WaitRefused extends Error {}

/**
 * Lets requests through as fast as the service allows. One gate per service and key in this process,
 * shared by all executions, first come first served. All endpoints share one budget until an answer
 * shows that one has a limit of its own; from then on that limit holds up only that endpoint.
 */
export class Gate {
	private waiters: Waiter[] = [];
	private sequence = 0;
	private alarm?: AbortController;
	private readonly shared = new Budget();
	private readonly own = new Map<string, Budget>();
	/** Endpoints whose answers fitted the shared budget, as far as they told of one. */
	private readonly sharing = new Set<string>();

	/** Resolves when the request may be sent. */
	async enter(entrance: Entrance): Promise<Pass> {
		const { signal } = entrance;
		signal?.throwIfAborted();
		let leave = () => {};
		try {
			return await new Promise<Pass>((enter, refuse) => {
				const waiter = { ...entrance, enter, refuse };
				leave = () => this.dismiss(waiter, signal?.reason);
				signal?.addEventListener('abort', leave);
				this.waiters.push(waiter);
				this.admit();
			});
		} finally {
			signal?.removeEventListener('abort', leave);
		}
	}

	/**
	 * The request was answered; `null` = no word on limits can be had from it (network fault, 5xx).
	 * A pass counts once: what goes wrong after its answer changes nothing here.
	 */
	passed(pass: Pass, reading: LimitReading | null, now: number): void {
		if (pass.isSettled) return;
		pass.isSettled = true;
		if (reading === null) {
			pass.budget.release();
		} else {
			const hasCompany = this.sharing.size > (this.sharing.has(pass.route) ? 1 : 0);
			if (pass.budget === this.shared) {
				if (hasCompany && this.shared.contradicts(pass.sequence, reading)) this.separate(pass);
				else if (reading.remaining !== undefined) this.sharing.add(pass.route);
			}
			pass.budget.answered(pass.sequence, reading, now);
		}
		this.admit();
	}

	/** The service answered that the limit is used up. */
	refused(pass: Pass, reading: LimitReading, now: number): void {
		const { route, budget } = pass;
		pass.isSettled = true;
		if (budget === this.shared) {
			const isNew = !this.sharing.has(route) && this.sharing.size > 0;
			if (isNew && budget.remaining >= 1) this.separate(pass);
			else this.sharing.add(route);
		} else if (!budget.hasAnswered) {
			// It was let past an exhausted shared budget to see whether it has its own: it has not.
			this.own.delete(route);
			this.sharing.add(route);
			this.shared.take(pass.sequence, now);
			pass.budget = this.shared;
		}
		pass.budget.refused(pass.sequence, reading, now);
		this.admit();
	}

	private admit(): void {
		const now = Date.now();
		const closed = new Set<Budget>();
		let alarmIn = Infinity;
		for (const waiter of [...this.waiters]) {
			const budget = this.budgetOf(waiter.route, now);
			const wait = budget.waitFor(now);
			if (wait === 0 && !closed.has(budget)) {
				this.remove(waiter);
				this.sequence += 1;
				budget.take(this.sequence, now);
				const { route } = waiter;
				waiter.enter({ route, budget, sequence: this.sequence, isSettled: false });
				continue;
			}
			// First come, first served: nobody passes one who waits for the same budget.
			closed.add(budget);
			if (!budget.isBlocked(now) || waiter.mayWait(wait)) alarmIn = Math.min(alarmIn, wait);
			else this.dismiss(waiter, new WaitRefused());
		}
		this.setAlarm(alarmIn);
	}

	private budgetOf(route: string, now: number): Budget {
		const own = this.own.get(route);
		if (own) return own;
		const mayHaveItsOwn = !this.sharing.has(route) && this.sharing.size > 0;
		const isHeldUp = this.shared.waitFor(now) > 0 && this.shared.isBlocked(now);
		if (!mayHaveItsOwn || !isHeldUp) return this.shared;
		const isTrying = [...this.own.values()].some((budget) => !budget.hasAnswered);
		if (isTrying) return this.shared;
		const tried = new Budget();
		this.own.set(route, tried);
		return tried;
	}

	/** From now on the pass's endpoint has a budget of its own. */
	private separate(pass: Pass): void {
		pass.budget.giveBack();
		pass.budget = new Budget();
		pass.budget.take(pass.sequence, Date.now());
		this.sharing.delete(pass.route);
		this.own.set(pass.route, pass.budget);
	}

	private setAlarm(ms: number): void {
		this.alarm?.abort(NO_LONGER_NEEDED);
		this.alarm = undefined;
		if (ms === Infinity) return;
		const alarm = new AbortController();
		this.alarm = alarm;
		// An aborted sleep rejects; there is nothing left to do then.
		sleep(Math.ceil(ms), alarm.signal).then(
			() => this.admit(),
			() => {},
		);
	}

	private dismiss(waiter: Waiter, reason: unknown): void {
		this.remove(waiter);
		waiter.refuse(reason);
		if (this.waiters.length === 0) this.setAlarm(Infinity);
	}

	private remove(waiter: Waiter): void {
		this.waiters = this.waiters.filter((other) => other !== waiter);
	}
}

const gates = new Map<string, Gate>();

/** The gate of a service and key; `name` identifies both and is kept in memory only. */
export function gateOf(name: string): Gate {
	const gate = gates.get(name) ?? new Gate();
	gates.set(name, gate);
	return gate;
}

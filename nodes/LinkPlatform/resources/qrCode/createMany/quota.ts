import { getPayload, isRecord } from '../../../api/envelope';
import { Failure } from '../../../api/failure';
import { toRequest } from '../../../api/route';
import { inAccount } from '../../../runner/accounts';
import type { OperationContext } from '../../../runner/operation';
import { parseQuota } from '../../../api/dialect';
import { qrCodeMessages } from '../messages';

/** How many of so many QR codes the plan has room for, and the failure of the others. */
export interface Room {
	room: number;
	failure: Failure;
}

/**
 * Undefined if there is room for all, as far as the usage statistics show it. A key that may not read them, or
 * statistics without figures, are no obstacle.
 */
export async function readRoom(
	count: number,
	{ client, account }: OperationContext,
): Promise<Room | undefined> {
	if (count < 2) return undefined;
	const body = await client.send(toRequest('GET /api/account/stats')).catch(() => undefined);
	const usage = getPayload(body);
	const { used = 0, limit, remaining } = (isRecord(usage) && parseQuota(usage.qrs)) || {};
	// An unused quota of 0 may be how an unlimited one is stated.
	if (!limit || typeof remaining !== 'number' || remaining >= count) return undefined;
	const values = { remaining, count, used, limit };
	const failure = Failure.input(qrCodeMessages.overQuota, values);
	return { room: remaining, failure: inAccount(failure, account) };
}

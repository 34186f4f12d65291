/**
 * A service whose bulk endpoint makes one row after the other and stops at the first that it refuses: what it
 * made until then stays, unless it makes all or nothing. Nothing but what Create Many asks for.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Row {
	name: string;
	url: string;
}

export interface Made extends Row {
	id: number;
}

export interface RowByRowOptions {
	/** Whether a row is refused, seen what was made before it. */
	isBad: (row: Row, made: Made[]) => boolean;
	/** What it says then. */
	refuse: (row: Row, index: number) => { status: number; body: object };
	/** What shows the target of a QR code: nothing, its own record, or the list too. */
	targetShownIn: 'nowhere' | 'detail' | 'list';
	/** Makes nothing of a batch that it refuses. */
	isAllOrNothing?: boolean;
	/** After so many rows of a batch, the rate limit ends it, once. */
	limitAfter?: number;
	/** Status of the list; 200 by default. */
	listStatus?: number;
	/** The account's quota of QR codes; without one, the usage can't be read. */
	quota?: number;
}

export type RowByRow = Awaited<ReturnType<typeof startRowByRow>>;

export async function startRowByRow({
	isBad,
	refuse,
	targetShownIn,
	isAllOrNothing = false,
	limitAfter = Infinity,
	listStatus = 200,
	quota,
}: RowByRowOptions) {
	let limitLeft = limitAfter;
	const made: Made[] = [];
	const asked: Record<string, number> = {};
	const toRecord = ({ id, name, url }: Made, where: 'detail' | 'list') => ({
		...{ id, name, url: `https://go.example/${id}`, scans: 0, date: new Date().toISOString() },
		...(targetShownIn === 'list' || targetShownIn === where ? { target: url } : {}),
	});
	const create = (rows: Row[]) => {
		const before = made.length;
		for (const [index, row] of rows.entries()) {
			if (isBad(row, made)) {
				if (isAllOrNothing) made.length = before;
				return refuse(row, index);
			}
			if (limitLeft === 0) {
				limitLeft = Infinity;
				return { status: 429, body: { error: 1, message: 'Too many requests', retryAfter: 0.05 } };
			}
			limitLeft -= 1;
			made.push({ id: made.length + 1, ...row });
		}
		const qrs = made.slice(before).map((qr) => toRecord(qr, 'list'));
		return { status: 200, body: { error: 0, data: { qrs } } };
	};
	const search = (query: URLSearchParams) => {
		const found = made.filter(({ name }) => name.includes(query.get('search') ?? ''));
		const [page, size] = ['page', 'limit'].map((name) => Number(query.get(name)));
		const qrs = found.slice((page - 1) * size, page * size).map((qr) => toRecord(qr, 'list'));
		const maxpage = Math.max(1, Math.ceil(found.length / size));
		return { status: listStatus, body: { error: 0, data: { qrs, maxpage, currentpage: page } } };
	};
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service.invalid');
		const route = `${request.method} ${pathname.replace(/\d+$/, ':id')}`;
		asked[route] = (asked[route] ?? 0) + 1;
		const answer = async () => {
			if (route === 'POST /api/qr/bulk') {
				return create(((await json(request)) as { qrs: Row[] }).qrs);
			}
			if (route === 'GET /api/qrs') return search(searchParams);
			if (route === 'GET /api/account/stats') {
				const qrs = { used: made.length, limit: quota };
				return quota === undefined
					? { status: 403, body: { error: 1, message: 'Not allowed' } }
					: { status: 200, body: { error: 0, data: { qrs } } };
			}
			const qr = made.find(({ id }) => pathname === `/api/qr/${id}`)!;
			return { status: 200, body: { error: 0, data: toRecord(qr, 'detail') } };
		};
		answer().then(
			({ status, body }) =>
				response
					.writeHead(status, { 'content-type': 'application/json' })
					.end(JSON.stringify(body)),
			(reason: Error) => response.destroy(reason),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		made,
		/** How often each route was asked. */
		asked,
		credential: { apiUrl: `http://127.0.0.1:${port}`, apiKey: 'lp_row_by_row_0123456789' },
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

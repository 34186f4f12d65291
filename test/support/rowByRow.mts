/**
 * A service whose bulk endpoint makes one row after the other and stops at the first that it refuses: what it
 * made until then stays. Nothing but what Create Many asks for.
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
}

export type RowByRow = Awaited<ReturnType<typeof startRowByRow>>;

export async function startRowByRow({ isBad, refuse, targetShownIn }: RowByRowOptions) {
	const made: Made[] = [];
	const asked: Record<string, number> = {};
	const toRecord = ({ id, name, url }: Made, where: 'detail' | 'list') => ({
		...{ id, name, url: `https://go.example/${id}`, scans: 0 },
		...(targetShownIn === 'list' || targetShownIn === where ? { target: url } : {}),
	});
	const create = (rows: Row[]) => {
		const before = made.length;
		for (const [index, row] of rows.entries()) {
			if (isBad(row, made)) return refuse(row, index);
			made.push({ id: made.length + 1, ...row });
		}
		const qrs = made.slice(before).map((qr) => toRecord(qr, 'list'));
		return { status: 200, body: { error: 0, data: { qrs } } };
	};
	const search = (text: string) => {
		const qrs = made.filter(({ name }) => name.includes(text)).map((qr) => toRecord(qr, 'list'));
		return { status: 200, body: { error: 0, data: { qrs, maxpage: 1, currentpage: 1 } } };
	};
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service.invalid');
		const route = `${request.method} ${pathname.replace(/\d+$/, ':id')}`;
		asked[route] = (asked[route] ?? 0) + 1;
		const answer = async () => {
			if (route === 'POST /api/qr/bulk') {
				return create(((await json(request)) as { qrs: Row[] }).qrs);
			}
			if (route === 'GET /api/qrs') return search(searchParams.get('search') ?? '');
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

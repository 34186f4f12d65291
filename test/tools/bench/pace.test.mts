import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { sendAtPace } from '../../../tools/bench/n8n/pace.mts';

const SLOW = 600;
let server: Server;
let url: string;
let inFlight = 0;
let most = 0;
beforeAll(async () => {
	server = createServer((request, response) => {
		most = Math.max(most, (inFlight += 1));
		let body = '';
		request.on('data', (part) => (body += part));
		request.on('end', () => {
			const end = () => {
				inFlight -= 1;
				response.writeHead(body === 'no' ? 401 : 200).end(request.headers['x-id']);
			};
			setTimeout(end, SLOW);
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

const at = (due: number, body = 'yes') => ({ url, headers: { 'x-id': String(due) }, body, due });

it('sends at the set times, also while no answer has come, and counts the answer from then', async () => {
	most = 0;
	const answers = await sendAtPace([at(0), at(50), at(100), at(150, 'no')]);
	expect(most).toBe(4);
	expect(answers.map(({ due, status }) => [due, status])).toEqual([
		[0, 200],
		[50, 200],
		[100, 200],
		[150, 401],
	]);
	for (const { due, sent, answered } of answers) {
		// A timer may fire within the millisecond before.
		expect(sent).toBeGreaterThanOrEqual(due - 1);
		expect(answered - due).toBeGreaterThanOrEqual(SLOW - 2);
	}
});

it('tells where no answer came, and goes on', async () => {
	const nowhere = { ...at(0), url: 'http://127.0.0.1:1/' };
	const [failed, answered] = await sendAtPace([nowhere, at(10)]);
	expect(failed).toMatchObject({ status: 0, error: expect.stringContaining('ECONNREFUSED') });
	expect(answered.status).toBe(200);
});

it('gives nothing for nothing', async () => {
	expect(await sendAtPace([])).toEqual([]);
});

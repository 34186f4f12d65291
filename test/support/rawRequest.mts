/** Sends a request as it is: any header as often as it is given, any bytes, or only half of them. */
import { Agent, request as open } from 'node:http';

/** What goes over the wire; a header may come several times, and in any case. */
export interface RawRequest {
	method: string;
	headers: Array<[name: string, value: string]>;
	body: Buffer;
	/** The connection ends before the body does. */
	isCut?: boolean;
}

interface Answer {
	/** 0 if there was none. */
	status: number;
	text: string;
}

/** One connection for each request that is on its way. */
export const createAgent = () => new Agent({ keepAlive: true });

export async function sendRaw(
	agent: Agent,
	url: string,
	{ method, headers, body, isCut }: RawRequest,
): Promise<Answer> {
	const all = [['host', new URL(url).host], ...headers];
	const length = body.length + (isCut ? 10 : 0);
	if (length > 0 || method === 'POST') all.push(['content-length', String(length)]);
	return await new Promise((resolve) => {
		const none = () => resolve({ status: 0, text: '' });
		const sent = open(url, { method, agent, headers: all.flat() }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('error', none);
			response.on('end', () =>
				resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }),
			);
		});
		sent.on('error', none);
		if (isCut) sent.write(body, () => sent.destroy());
		else sent.end(body);
	});
}

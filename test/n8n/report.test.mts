/** The Monday report in a real n8n: clicks are counted, and n8n's Send Email node mails them. */
import { createRequire } from 'node:module';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { resolve } from 'node:path';
import { getOutputs } from '../../tools/n8n/rest.mts';
import { chain, manualStart } from '../../tools/n8n/world.mts';
import { OUR_NODE, useN8n } from './n8nSuite.mts';

const load = createRequire(resolve('.n8n/install/node_modules/n8n/package.json'));
const { simpleParser } = load('mailparser') as {
	simpleParser: (mail: string) => Promise<{ subject: string; html: string; text: string }>;
};

const world = useN8n();

/** A mail server that takes one email, and resolves with it. */
async function openMailbox() {
	const { promise: email, resolve: deliver } = Promise.withResolvers<string>();
	const server = createServer((socket: Socket) => {
		let received = '';
		let isBody = false;
		socket.write('220 mailbox ESMTP\r\n');
		socket.on('data', (data) => {
			received += data.toString();
			if (isBody && received.endsWith('\r\n.\r\n')) {
				isBody = false;
				// A line that begins with a dot is sent with two.
				deliver(received.slice(0, -5).replaceAll('\r\n..', '\r\n.'));
				socket.write('250 OK\r\n');
			} else if (!isBody) {
				isBody = received.startsWith('DATA');
				const isEnd = received.startsWith('QUIT');
				received = '';
				socket.write(isBody ? '354 Go on\r\n' : isEnd ? '221 Bye\r\n' : '250 OK\r\n');
			}
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return { port, email, close: () => server.close() };
}

test('Get Report and Send Email: subject, HTML and text arrive as they were made', async () => {
	const mailbox = await openMailbox();
	const data = { host: '127.0.0.1', port: mailbox.port, secure: false, disableStartTls: true };
	const id = await world.rest.saveCredential('Mailbox', 'smtp', data);
	for (let n = 0; n < 3; n += 1) await fetch(`${world.service.url}/guide`, { redirect: 'manual' });
	const report = {
		name: 'Get Report',
		type: OUR_NODE,
		parameters: {
			...{ resource: 'analytics', operation: 'getReport', reportOn: 'links' },
			...{ period: 'today', outputAs: 'html' },
		},
		credentials: { linkPlatformApi: world.credential },
	};
	const send = {
		name: 'Send Email',
		type: 'n8n-nodes-base.emailSend',
		typeVersion: 2.1,
		parameters: {
			...{ fromEmail: 'reports@example.com', toEmail: 'team@example.com', emailFormat: 'both' },
			...{ subject: '={{ $json.subject }}', html: '={{ $json.html }}', text: '={{ $json.text }}' },
			options: { appendAttribution: false },
		},
		credentials: { smtp: { id, name: 'Mailbox' } },
	};
	const workflow = chain('Monday report', [manualStart, report, send]);
	const { id: workflowId } = await world.rest.createWorkflow(workflow);
	const execution = await world.rest.run(workflowId, 'Start');
	expect(execution.status).toBe('success');
	const [[item] = []] = getOutputs(execution, 'Get Report');
	const made = item.json as { subject: string; html: string; text: string };
	expect(made.subject).toMatch(/^Click report: 3 clicks \(new\), /);
	const email = await simpleParser(await mailbox.email);
	mailbox.close();
	expect(email.subject).toBe(made.subject);
	const toLines = (text: string) => text.trim().split(/\r?\n/);
	expect(toLines(email.html)).toEqual(toLines(made.html));
	expect(toLines(email.text)).toEqual(toLines(made.text));
	expect(email.text).toContain('/guide\u2069: 3 (new)');
});

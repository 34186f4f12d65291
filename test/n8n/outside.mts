/** A server on this machine that the AI templates use as a chat model with scripted replies, and as a messenger. */
import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { startServer } from '../support/serve.mts';

interface ChatMessage {
	role: string;
	content: unknown;
}

interface Completion {
	messages: ChatMessage[];
	tools: Array<{ function: Tool }>;
	stream?: boolean;
}

interface Tool {
	name: string;
	description: string;
}

interface Sent {
	text: string;
	/** The URL that each button opens, by the button's label. */
	buttons: Record<string, string>;
}

interface Button {
	text: string;
	url: string;
}

interface Message {
	text: string;
	reply_markup?: { inline_keyboard: Button[][] };
}

/** Returns the chat message that makes the model call this tool. */
export const callTool = (tool: string, given: object) => `${tool} ${JSON.stringify(given)}`;

/**
 * Starts a server that implements the parts of OpenAI's chat completions API and of Telegram's bot API that n8n's nodes
 * use. The model calls the tool that the user's last message names, and replies with the result of the tool.
 */
export async function openOutside() {
	const sent: Sent[] = [];
	const offered: Tool[] = [];
	const complete = ({ messages, stream, tools }: Completion, response: ServerResponse) => {
		offered.splice(0, offered.length, ...tools.map((tool) => tool.function));
		const message = replyTo(messages.at(-1)!);
		const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
		const common = { id: 'reply', created: 0, model: 'scripted' };
		if (!stream) {
			const choices = [{ index: 0, message, finish_reason }];
			return reply(response, { ...common, object: 'chat.completion', choices });
		}
		const choices = [{ index: 0, delta: message, finish_reason }];
		const chunk = { ...common, object: 'chat.completion.chunk', choices };
		response.setHeader('Content-Type', 'text/event-stream');
		response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
	};
	const sendMessage = ({ text, reply_markup: markup }: Message, response: ServerResponse) => {
		const buttons = (markup?.inline_keyboard ?? []).flat().map(({ text, url }) => [text, url]);
		sent.push({ text, buttons: Object.fromEntries(buttons) as Record<string, string> });
		reply(response, { ok: true, result: { message_id: sent.length } });
	};
	const { url, close } = await startServer((request, response) => {
		const path = request.url!;
		// n8n sends this request to test the Telegram credential.
		if (path.endsWith('/getMe')) return reply(response, { ok: true, result: {} });
		json(request)
			.then((body) => {
				if (path === '/v1/chat/completions') complete(body as Completion, response);
				else if (path.endsWith('/sendMessage')) sendMessage(body as Message, response);
				else reply(response, { ok: false, description: 'Not Found' }, 404);
			})
			.catch((reason: Error) => response.destroy(reason));
	});
	return {
		url,
		/** The messages and questions that the messenger has sent. */
		sent,
		/** The tools in the latest request to the model. */
		offered,
		close,
	};
}

function reply(response: ServerResponse, body: object, status = 200) {
	response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function replyTo({ role, content }: ChatMessage) {
	const text = typeof content === 'string' ? content : JSON.stringify(content);
	if (role === 'tool') return { role: 'assistant', content: text };
	const [, name, args] = /^(\S+) (\{.*\})$/s.exec(text) ?? [];
	if (!name) return { role: 'assistant', content: 'No tool was named' };
	const call = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: args } };
	return { role: 'assistant', content: null, tool_calls: [call] };
}

/** What the AI templates reach outside n8n, on this machine: a scripted chat model, and a messenger. */
import fastify from 'fastify';

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
	/** The URL behind each button, by its label. */
	buttons: Record<string, string>;
}

interface Button {
	text: string;
	url: string;
}

/** What a person has to write in the chat, so that the model calls this tool. */
export const callTool = (tool: string, given: object) => `${tool} ${JSON.stringify(given)}`;

/**
 * Speaks as much of OpenAI's chat completions and of Telegram's bot API as n8n's nodes use. The model calls the tool
 * that the last message of the user names, and replies with what the tool returned.
 */
export async function openOutside() {
	const app = fastify();
	const sent: Sent[] = [];
	const offered: Tool[] = [];
	const state = { isDown: false };
	app.post('/v1/chat/completions', (request, reply) => {
		const { messages, stream, tools } = request.body as Completion;
		offered.splice(0, offered.length, ...tools.map((tool) => tool.function));
		const message = replyTo(messages.at(-1)!);
		const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
		const common = { id: 'reply', created: 0, model: 'scripted' };
		if (!stream) {
			const choices = [{ index: 0, message, finish_reason }];
			return { ...common, object: 'chat.completion', choices };
		}
		const choices = [{ index: 0, delta: message, finish_reason }];
		const chunk = { ...common, object: 'chat.completion.chunk', choices };
		return reply
			.type('text/event-stream')
			.send(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
	});
	// The test of the credential.
	app.get('/:bot/getMe', () => ({ ok: true, result: {} }));
	app.post('/:bot/sendMessage', (request, reply) => {
		const { text, reply_markup: markup } = request.body as {
			text: string;
			reply_markup?: { inline_keyboard: Button[][] };
		};
		if (state.isDown) return reply.status(502).send({ ok: false, description: 'Bad Gateway' });
		const buttons = (markup?.inline_keyboard ?? []).flat().map(({ text, url }) => [text, url]);
		sent.push({ text, buttons: Object.fromEntries(buttons) as Record<string, string> });
		return { ok: true, result: { message_id: sent.length } };
	});
	const url = await app.listen({ host: '127.0.0.1', port: 0 });
	return {
		url,
		/** The messages and questions that the messenger has sent. */
		sent,
		/** Has the messenger fail, or work again. */
		setDown: (isDown: boolean) => void (state.isDown = isDown),
		/** The tools that the model was offered last. */
		offered,
		close: async () => await app.close(),
	};
}

function replyTo({ role, content }: ChatMessage) {
	const text = typeof content === 'string' ? content : JSON.stringify(content);
	if (role === 'tool') return { role: 'assistant', content: text };
	const [, name, args] = /^(\S+) (\{.*\})$/s.exec(text) ?? [];
	if (!name) return { role: 'assistant', content: 'No tool was named' };
	const call = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: args } };
	return { role: 'assistant', content: null, tool_calls: [call] };
}

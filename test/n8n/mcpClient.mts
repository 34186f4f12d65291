interface Tool {
	name: string;
	description: string;
	inputSchema: object;
}

interface Called {
	content: Array<{ text: string }>;
	isError?: boolean;
}

interface Answer {
	result?: unknown;
	error?: { message: string };
}

/** As much of the Model Context Protocol over HTTP as a test needs: list the tools, call one. */
export class McpClient {
	private readonly url: string;
	private session = '';
	private lastId = 0;

	private constructor(url: string) {
		this.url = url;
	}

	static async connect(url: string): Promise<McpClient> {
		const client = new McpClient(url);
		await client.ask('initialize', {
			protocolVersion: '2025-03-26',
			capabilities: {},
			clientInfo: { name: 'test', version: '1' },
		});
		await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
		return client;
	}

	async listTools(): Promise<Tool[]> {
		const { tools } = await this.ask<{ tools: Tool[] }>('tools/list', {});
		return tools;
	}

	async callTool(name: string, given: object): Promise<{ text: string; isError: boolean }> {
		const { content, isError = false } = await this.ask<Called>('tools/call', {
			name,
			arguments: given,
		});
		return { text: content.map(({ text }) => text).join('\n'), isError };
	}

	private async ask<Result>(method: string, params: object): Promise<Result> {
		const id = (this.lastId += 1);
		const text = await this.post({ jsonrpc: '2.0', id, method, params });
		const data = text.startsWith('{') ? text : /^data: (.*)$/m.exec(text)?.[1];
		if (data === undefined) throw new Error(`${method} was answered with: ${text}`);
		const { result, error } = JSON.parse(data) as Answer;
		if (error) throw new Error(error.message);
		return result as Result;
	}

	private async post(message: object): Promise<string> {
		const response = await fetch(this.url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(this.session === '' ? {} : { 'mcp-session-id': this.session }),
			},
			body: JSON.stringify(message),
		});
		this.session = response.headers.get('mcp-session-id') ?? this.session;
		const text = await response.text();
		if (!response.ok) throw new Error(`${response.status}: ${text}`);
		return text;
	}
}

/** The lists of the page of messages, made from the messages. */
import { join } from 'node:path';
import { PLACEHOLDER, getMessages, type ListedMessage } from './messages.mts';

export const MESSAGES_PAGE = join('docs', 'reference', 'messages.md');

/** `<!-- messages: keyMessages idMessages -->`: a list of these groups, up to `<!-- /messages -->`. */
const LIST = /(<!-- messages: ([\w ]+) -->\n)[^]*?(<!-- \/messages -->)/g;

/** The page's text with the lists as they are now. Throws if a group is missing from it, or unknown. */
export function createMessagesPage(page: string): string {
	const messages = getMessages();
	const missing = new Set(messages.map(getGroup));
	const text = page.replace(LIST, (_, start: string, named: string, end: string) => {
		const listed = named.split(' ').flatMap((name) => {
			if (!missing.delete(name)) throw new Error(`${MESSAGES_PAGE}: ${name}?`);
			return messages.filter((message) => getGroup(message) === name);
		});
		return `${start}\n${toEntries(listed).join('\n')}\n\n${end}`;
	});
	if (missing.size === 0) return text;
	throw new Error(`${MESSAGES_PAGE} has no place for ${[...missing].join(', ')}`);
}

function getGroup({ id }: ListedMessage): string {
	return id.split('.')[0];
}

/** Returns an entry for each message: what happened, then what to do. Those that differ in nothing but a reason share one. */
function toEntries(messages: ListedMessage[]): string[] {
	const getWords = ({ message }: ListedMessage) => message.replace(/: \{reason\}$/, '');
	const found = messages.filter(({ message }) => /\w/.test(message.replace(PLACEHOLDER, '')));
	return [...Map.groupBy(found, getWords).values()].map((alike) => {
		const texts = alike.map(({ message }) => `**${toMarkdown(message)}**`);
		const advices = alike.map(({ description }) => toSentence(toMarkdown(description)));
		const lines = new Set([...texts, ...advices]);
		lines.delete('');
		return `- ${[...lines].join('<br>')}`;
	});
}

/** Returns a message as Markdown, with what varies in italics: `{unitField}` as "unit field". */
function toMarkdown(text: string): string {
	const toWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	const escaped = text.replace(/[<*]/g, '\\$&');
	return escaped.replace(PLACEHOLDER, (_, name: string) => `*${toWords(name)}*`);
}

function toSentence(text: string): string {
	return text === '' || text.endsWith('.') ? text : `${text}.`;
}

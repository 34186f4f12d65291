/** The tables of the page of messages, made from the messages. */
import { join } from 'node:path';
import { ADVICE, MEANINGS } from './meanings.mts';
import { PLACEHOLDER, getMessages, type ListedMessage } from './messages.mts';

export const MESSAGES_PAGE = join('docs', 'reference', 'messages.md');

/** `<!-- messages: keyMessages idMessages -->`: a table of these groups, up to `<!-- /messages -->`. */
const TABLE = /(<!-- messages: ([\w ]+) -->\n)[^]*?(<!-- \/messages -->)/g;

/** The page's text with the tables as they are now. Throws if a group is missing from it, or unknown. */
export function createMessagesPage(page: string): string {
	const messages = getMessages();
	const missing = new Set(messages.map(getGroup));
	const text = page.replace(TABLE, (_, start: string, named: string, end: string) => {
		const listed = named.split(' ').flatMap((name) => {
			if (!missing.delete(name)) throw new Error(`${MESSAGES_PAGE}: ${name}?`);
			return messages.filter((message) => getGroup(message) === name);
		});
		const table = ['| Message | What it means | What to do |', '|---|---|---|', ...toRows(listed)];
		return `${start}\n${table.join('\n')}\n\n${end}`;
	});
	if (missing.size === 0) return text;
	throw new Error(`${MESSAGES_PAGE} has no place for ${[...missing].join(', ')}`);
}

function getGroup({ id }: ListedMessage): string {
	return id.split('.')[0];
}

/** A row for each message; one for all that differ in nothing but a reason at the end. */
function toRows(messages: ListedMessage[]): string[] {
	const getWords = ({ message }: ListedMessage) => message.replace(/: \{reason\}$/, '');
	return [...Map.groupBy(messages, getWords).values()].map((alike) => {
		const texts = [...new Set(alike.map(({ message }) => `**${toCell(message)}**`))];
		const meanings = alike.map(getMeaning);
		const advices = alike.map(({ id, description }) =>
			[toSentence(toCell(description)), ADVICE[id] ?? ''].filter((part) => part !== '').join(' '),
		);
		return `| ${[texts.join('<br>'), toList(meanings), toList(advices)].join(' | ')} |`;
	});
}

function getMeaning({ id }: ListedMessage): string {
	if (id in MEANINGS) return MEANINGS[id];
	throw new Error(`${id} has no meaning in tools/docs/meanings.mts`);
}

/** The lines of a cell, those of several cases numbered. */
function toList(lines: string[]): string {
	if (lines.length === 1) return lines[0];
	return lines
		.map((line, index) => (line === '' ? '' : `${index + 1}. ${line}`))
		.filter((line) => line !== '')
		.join('<br>');
}

/** Markdown of a message within a table: what varies is in italics, `{unitField}` as "unit field". */
function toCell(text: string): string {
	const toWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	const escaped = text.replace(/[|<*]/g, '\\$&');
	return escaped.replace(PLACEHOLDER, (_, name: string) => `*${toWords(name)}*`);
}

function toSentence(text: string): string {
	return text === '' || text.endsWith('.') ? text : `${text}.`;
}

/** The tables of the troubleshooting page, made from the messages. */
import { join } from 'node:path';
import { PLACEHOLDER, getMessages, type ListedMessage } from './messages.mts';

export const TROUBLESHOOTING_PAGE = join('docs', 'guides', 'troubleshooting.md');

/** `<!-- messages: keyMessages idMessages -->`: a table of these groups, up to `<!-- /messages -->`. */
const TABLE = /(<!-- messages: ([\w ]+) -->\n)[^]*?(<!-- \/messages -->)/g;

/** The page's text with the tables as they are now. Throws if a group is missing from it, or unknown. */
export function createTroubleshootingPage(page: string): string {
	const messages = getMessages();
	const missing = new Set(messages.map(getGroup));
	const text = page.replace(TABLE, (_, start: string, named: string, end: string) => {
		const rows = named.split(' ').flatMap((name) => {
			if (!missing.delete(name)) throw new Error(`${TROUBLESHOOTING_PAGE}: ${name}?`);
			return messages.filter((message) => getGroup(message) === name).map(toRow);
		});
		const table = ['| Message | What it means | What to do |', '|---|---|---|', ...rows];
		return `${start}\n${table.join('\n')}\n\n${end}`;
	});
	if (missing.size === 0) return text;
	throw new Error(`${TROUBLESHOOTING_PAGE} has no place for ${[...missing].join(', ')}`);
}

function getGroup({ id }: ListedMessage): string {
	return id.split('.')[0];
}

function toRow({ message, description, meaning, advice }: ListedMessage): string {
	const toDo = [toSentence(toCell(description)), advice].filter((part) => part !== '');
	return `| **${toCell(message)}** | ${meaning} |${toDo.map((part) => ` ${part}`).join('')} |`;
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

/** Generates the lists on the documentation page of messages. */
import { join } from 'node:path';
import type { REASONS as Reasons } from '../../nodes/LinkPlatform/api/failure.ts';
import { getBuiltModule } from '../built.mts';
import { PLACEHOLDER, getMessages, type ListedMessage } from './messages.mts';
import { replaceBetween } from './replaceBetween.mts';

export const NOTHING_ARRIVES_PAGE = join('docs', 'guides', 'nothing-arrives.md');
export const MESSAGES_PAGE = join('docs', 'reference', 'messages.md');

/** Matches a list of message groups, from `<!-- messages: keyMessages idMessages -->` to `<!-- /messages -->`. */
const LIST = /(<!-- messages: ([\w ]+) -->\n)[^]*?(<!-- \/messages -->)/g;

/** Returns the page with its lists updated. Throws if the page lacks a group of messages, or names an unknown one. */
export function createMessagesPage(page: string) {
	const messages = getMessages();
	const missing = new Set(messages.map(getGroup));
	const named = replaceBetween(page, 'reasons', createReasonsTable(messages));
	const text = named.replace(LIST, (_, start: string, groups: string, end: string) => {
		const listed = groups.split(' ').flatMap((name) => {
			if (!missing.delete(name))
				throw new Error(`${MESSAGES_PAGE} names an unknown group of messages: ${name}`);
			return messages.filter((message) => getGroup(message) === name);
		});
		return `${start}\n${toEntries(listed).join('\n')}\n\n${end}`;
	});
	if (missing.size === 0) return text;
	throw new Error(
		`${MESSAGES_PAGE} has no list for these groups of messages: ${[...missing].join(', ')}`,
	);
}

/**
 * Returns a table of the values of `details.reason`, with the situation in which each is used. Values for many
 * messages come first, then values for a single message.
 */
function createReasonsTable(messages: ListedMessage[]) {
	const { REASONS } = getBuiltModule<{ REASONS: typeof Reasons }>('nodes/LinkPlatform/api/failure');
	const general = Object.entries(REASONS).map(([name, when]) => `| \`${name}\` | ${when} |`);
	const own = messages.filter(({ reason = 'input' }) => !(reason in REASONS));
	const specific = [...Map.groupBy(own, ({ reason }) => reason)].map(
		([name, [{ message }]]) => `| \`${name}\` | ${toMarkdown(message)} |`,
	);
	return ['| Name | When |', '|---|---|', ...general, ...specific].join('\n');
}

/** Returns the guide with its table of what Check Setup finds at the URL of a trigger, and what to do. */
export function createNothingArrivesPage(page: string) {
	const rows = getMessages()
		.filter((message) => getGroup(message) === 'heartbeatMessages' && message.description !== '')
		.map(({ message, description }) => `| ${toMarkdown(message)} | ${toMarkdown(description)} |`);
	const table = ['| `found` | `advice` |', '|---|---|', ...rows].join('\n');
	return replaceBetween(page, 'webhook-findings', table);
}

function getGroup({ id }: ListedMessage) {
	return id.split('.')[0];
}

/**
 * Returns a list entry for each message: what happened, then what to do. Messages that differ only in the reason share
 * one entry.
 */
function toEntries(messages: ListedMessage[]) {
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

/** Returns a message as Markdown. Placeholders become words in italics: `{unitField}` becomes "unit field". */
function toMarkdown(text: string) {
	const toWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	const escaped = text.replace(/[<*]/g, '\\$&');
	return escaped.replace(PLACEHOLDER, (_, name: string) => `*${toWords(name)}*`);
}

function toSentence(text: string) {
	return text === '' || text.endsWith('.') ? text : `${text}.`;
}

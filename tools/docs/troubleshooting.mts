/** The tables of the troubleshooting page, made from the messages and the comments at them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { MESSAGE_FOLDERS, getMessages, replaceStandIns, type Message } from './messages.mts';

export const TROUBLESHOOTING_PAGE = join('docs', 'guides', 'troubleshooting.md');

/** `<!-- messages: api.key n8n.credential -->`: a table of these groups, up to `<!-- /messages -->`. */
const TABLE = /(<!-- messages: ([\w. ]+) -->\n)[^]*?(<!-- \/messages -->)/g;

/** What the page says of a message besides its own words. */
interface Notes {
	meaning: string;
	advice: string;
}

/** The page's text with the tables as they are now. Throws for a group that has no place in it. */
export function createTroubleshootingPage(page: string): string {
	const messages = getMessages();
	const notes = readNotes();
	const open = new Set(messages.map(({ id }) => getGroup(id)));
	const text = page.replace(TABLE, (_, start: string, named: string, end: string) => {
		const groups = named.trim().split(' ');
		const rows = groups.flatMap((group) => {
			if (!open.delete(group)) throw new Error(`${TROUBLESHOOTING_PAGE}: ${group}?`);
			return messages.filter(({ id }) => getGroup(id) === group);
		});
		return `${start}\n${createTable(rows, notes)}\n\n${end}`;
	});
	if (open.size === 0) return text;
	throw new Error(`${TROUBLESHOOTING_PAGE} has no place for ${[...open].join(', ')}`);
}

function createTable(messages: Message[], notes: Map<string, Notes>): string {
	const rows = messages.map(({ id, message, description }) => {
		const note = notes.get(id);
		if (!note) throw new Error(`${id} has no comment on what it means`);
		const { meaning, advice } = note;
		const toDo = [toSentence(toCell(description)), advice].filter((part) => part !== '');
		return `| **${toCell(message)}** | ${meaning} |${toDo.map((part) => ` ${part}`).join('')} |`;
	});
	return ['| Message | What it means | What to do |', '|---|---|---|', ...rows].join('\n');
}

/** The comments at the messages, by their ids. */
function readNotes(): Map<string, Notes> {
	const notes = new Map<string, Notes>();
	for (const folder of MESSAGE_FOLDERS) {
		const path = join('nodes', 'LinkPlatform', folder, 'messages.ts');
		const text = readFileSync(path, 'utf8');
		const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
		const visit = (node: ts.Node, names: string[]) => {
			const isGroup = ts.isVariableDeclaration(node);
			const isEntry = ts.isPropertyAssignment(node) && names.length === 2;
			const inner = isGroup || isEntry ? [...names, node.name.getText(source)] : names;
			if (!isEntry) return void ts.forEachChild(node, (child) => visit(child, inner));
			const [comment] = ts.getJSDocCommentsAndTags(node);
			const told = comment && ts.getTextOfJSDocComment(comment.comment);
			if (!told) return;
			const [meaning, advice = ''] = told.split(/\n\s*\n/).map((part) => part.replace(/\s+/g, ' '));
			notes.set(inner.join('.'), { meaning, advice });
		};
		visit(source, [folder]);
	}
	return notes;
}

function getGroup(id: string): string {
	return id.slice(0, id.lastIndexOf('.'));
}

/** Markdown of a message within a table: what varies is in italics. */
function toCell(text: string): string {
	const escaped = text.replace(/[|<*]/g, '\\$&');
	return replaceStandIns(escaped, (name) => `*${name}*`);
}

function toSentence(text: string): string {
	return text === '' || text.endsWith('.') ? text : `${text}.`;
}

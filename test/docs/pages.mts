import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import MarkdownIt from 'markdown-it';

export interface Page {
	path: string;
	/** The targets as they are written in the page. */
	links: string[];
	images: string[];
	/** The URL fragments of the page's headings, as on GitHub. */
	anchors: Set<string>;
	/**
	 * The code blocks with their language, which is '' if the page states none. `file` is the name of the file that
	 * contains the code, if the text before the block ends with it.
	 */
	code: Array<{ language: string; text: string; file?: string }>;
	/** The inline code within sentences. */
	words: string[];
}

const markdown = new MarkdownIt({ html: true });

/** Returns every page of the repository, parsed. */
export function readPages() {
	const folders = ['node_modules', 'dist', 'demo-output'];
	const paths = globSync('**/*.md', { exclude: (name) => folders.includes(name) });
	return paths
		.filter((path) => !path.split('/').some((part) => part.startsWith('.')))
		.sort()
		.map((path) => parse(path, readFileSync(path, 'utf8')));
}

/** Parses a page from its text. */
export function parse(path: string, text: string) {
	const page: Page = { path, links: [], images: [], anchors: new Set(), code: [], words: [] };
	const tokens = markdown.parse(text, {});
	for (const [index, token] of tokens.entries()) {
		if (token.type === 'fence') {
			const before = tokens[index - 1]?.type === 'paragraph_close' && tokens[index - 2].content;
			const [, file] = /`([\w.-]+\.\w+)`:$/.exec(before || '') ?? [];
			page.code.push({ language: token.info.trim(), text: token.content, file });
		}
		if (token.type === 'heading_open') {
			addAnchor(page.anchors, tokens[index + 1].children ?? []);
		}
		if (token.type === 'html_block') addHtml(page, token.content);
		for (const inline of token.children ?? []) {
			if (inline.type === 'link_open') page.links.push(String(inline.attrGet('href')));
			if (inline.type === 'image') page.images.push(String(inline.attrGet('src')));
			if (inline.type === 'code_inline') page.words.push(inline.content);
			if (inline.type === 'html_inline') addHtml(page, inline.content);
		}
	}
	return page;
}

/** Writes the files that a page shows into a folder. */
export function writeFiles({ code }: Page, folder: string) {
	for (const { file, text } of code) if (file) writeFileSync(join(folder, file), text);
}

function addHtml(page: Page, html: string) {
	for (const [, target] of html.matchAll(/<a\s[^>]*href="([^"]*)"/g)) page.links.push(target);
	for (const [, target] of html.matchAll(/<img\s[^>]*src="([^"]*)"/g)) page.images.push(target);
}

function addAnchor(anchors: Set<string>, inlines: Array<{ type: string; content: string }>) {
	const heading = inlines
		.filter(({ type }) => type === 'text' || type === 'code_inline')
		.map(({ content }) => content)
		.join('');
	const slug = heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');
	let anchor = slug;
	for (let nth = 1; anchors.has(anchor); nth += 1) anchor = `${slug}-${nth}`;
	anchors.add(anchor);
}

/** Returns the path and fragment of a target within the repository, or undefined for a target elsewhere. */
export function resolved(page: Page, target: string) {
	if (/^[a-z]+:/i.test(target)) return undefined;
	const [path, fragment = ''] = decodeURI(target).split('#');
	return { path: path === '' ? page.path : join(dirname(page.path), path), fragment };
}

/** Limits that keep the documentation small enough to be read: the number of user pages, and the length of a page. */
import { readFileSync } from 'node:fs';
import { readPages } from './pages.mts';

const isForUsers = (path: string) =>
	/^(?:docs\/)?README\.md$|^docs\/(?:guides|reference)\/|^examples\/(?:.*\/)?README\.md$/.test(
		path,
	);
const pages = readPages()
	.map(({ path }) => path)
	.filter(isForUsers);

/** Returns the text that a reader sees without unfolding anything, apart from lists made by `npm run docs`. */
const readVisible = (path: string) =>
	readFileSync(path, 'utf8').replace(/<details>[^]*?<\/details>/g, '');

test('the user documentation has 40 to 47 pages', () => {
	expect(pages.length).toBeGreaterThanOrEqual(40);
	expect(pages.length).toBeLessThanOrEqual(47);
});

test('every user page outside the reference has at most 150 visible lines', () => {
	const long = pages
		.filter((path) => !path.startsWith('docs/reference/'))
		.map((path) => ({ path, lines: readVisible(path).trimEnd().split('\n').length }))
		.filter(({ lines }) => lines > 150);
	expect(long).toEqual([]);
});

const countWords = (text: string) => (text.match(/[^\s|]*[\p{L}\p{N}][^\s|]*/gu) ?? []).length;

test('README.md has at most 1,500 words, including collapsed sections', () => {
	expect(countWords(readFileSync('README.md', 'utf8'))).toBeLessThanOrEqual(1_500);
});

test('the guides have at most 21,000 words in total, including code and tables', () => {
	const guides = pages.filter((path) => path.startsWith('docs/guides/'));
	const words = guides.map((path) => readFileSync(path, 'utf8').match(/\S+/g)!.length);
	expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(21_000);
});

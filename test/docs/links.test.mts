import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, parse, readPages, resolved } from './pages.mts';

const pages = readPages();
const pageAt = new Map(pages.map((page) => [page.path, page]));

/** Returns the page that GitHub shows for a path; for a folder, this is the folder's README. */
function shownAt(path: string) {
	return pageAt.get(path) ?? pageAt.get(join(path, 'README.md'));
}

function deadTargets(page: Page) {
	return [...page.links, ...page.images].filter((target) => {
		const place = resolved(page, target);
		if (place === undefined) return false;
		if (place.path.startsWith('..') || !existsSync(place.path)) return true;
		const shown = place.path === page.path ? page : shownAt(place.path);
		return place.fragment !== '' && !shown?.anchors.has(place.fragment);
	});
}

/** Returns all pages reachable from the README. A folder without a README shows its files. */
function reachable() {
	const seen = new Set<string>();
	const visit = (page: Page) => {
		if (seen.has(page.path)) return;
		seen.add(page.path);
		for (const target of page.links) {
			const path = resolved(page, target)?.path;
			if (path === undefined || !existsSync(path)) continue;
			const shown = shownAt(path);
			if (shown) visit(shown);
			else if (statSync(path).isDirectory()) {
				for (const file of readdirSync(path)) {
					const inside = pageAt.get(join(path, file));
					if (inside) visit(inside);
				}
			}
		}
	};
	visit(pageAt.get('README.md')!);
	return seen;
}

it.each(pages.map((page) => [page.path, page] as const))(
	'the page %s links only to existing targets',
	(_path, page) => {
		expect(deadTargets(page)).toEqual([]);
	},
);

it('every page is reachable through links from README.md', () => {
	const seen = reachable();
	expect(pages.map(({ path }) => path).filter((path) => !seen.has(path))).toEqual([]);
});

it('every image in docs/images is shown on a page', () => {
	const shown = new Set(
		pages.flatMap((page) => page.images.map((image) => resolved(page, image)?.path)),
	);
	const present = readdirSync('docs/images').map((file) => join('docs', 'images', file));
	expect(present.filter((image) => !shown.has(image))).toEqual([]);
});

describe('check of links', () => {
	const page = (text: string) => parse('README.md', text);

	it('the link check finds broken links, images and fragments', () => {
		const text =
			'# A `b` c\n[1](docs/nowhere.md) ![2](x.webp) [3](#a-b-c) [4](#d) <img src="y.png"> [5][r]\n\n[r]: ../outside.md';
		expect(deadTargets(page(text))).toEqual([
			'docs/nowhere.md',
			'#d',
			'../outside.md',
			'x.webp',
			'y.png',
		]);
	});

	it('the link check numbers the anchors of equal headings as GitHub does', () => {
		expect([...page('## Get\n\n## Get\n\n## Don’t, ever').anchors]).toEqual([
			'get',
			'get-1',
			'dont-ever',
		]);
	});
});

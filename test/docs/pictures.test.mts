/** The pictures of the documentation: made by the script, small enough to load, large enough to read. */
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';

import { pictures } from '../../tools/pictures/pictures.mts';

const FOLDER = 'docs/images';
/** Taken once, by hand. */
const ANIMATION = 'rows-to-scan.webp';
const KB = 1024;

const files = readdirSync(FOLDER);
const stills = files.filter((file) => file !== ANIMATION);

test('all other pictures are made by the script, and all that it makes are there', () => {
	expect(stills.map((file) => basename(file, '.webp')).sort()).toEqual(
		Object.keys(pictures).sort(),
	);
});

test.each(stills)('%s is a WebP of up to 150 KB, wide enough for sharp screens', async (file) => {
	const { format, width, pages = 1 } = await sharp(join(FOLDER, file)).metadata();
	expect({ format, pages }).toEqual({ format: 'webp', pages: 1 });
	expect(width).toBeGreaterThanOrEqual(700);
	expect(width).toBeLessThanOrEqual(1800);
	expect(statSync(join(FOLDER, file)).size).toBeLessThanOrEqual(150 * KB);
});

test('the animation of the README plays for ever, and has up to 2 MB', async () => {
	const { loop } = await sharp(join(FOLDER, ANIMATION), { animated: true }).metadata();
	expect(loop).toBe(0);
	expect(statSync(join(FOLDER, ANIMATION)).size).toBeLessThanOrEqual(2 * KB * KB);
});

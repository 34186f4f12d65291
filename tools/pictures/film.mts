/** A film of the editor: pictures of the page with the time for which each is shown, as an animated WebP. */
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

import { type Area, CALM } from './studio.mts';

interface Frame {
	image: Buffer;
	milliseconds: number;
}

interface Point {
	x: number;
	y: number;
}

/** Between the pictures of something that moves. */
const STEP = 70;
/** So long the editor takes to draw what has come about. */
const AT_REST = 600;
const WIDTH = 1600;
const QUALITY = 78;

/** An arrow, as the system draws one: pictures of a page show none. */
const ARROW = encodeURIComponent(
	'<svg xmlns="http://www.w3.org/2000/svg" width="28" height="28" viewBox="0 0 24 24"><path d="M5 2v17l4.5-4 3 6.5 3-1.4-3-6.3H19z" stroke="#fff" stroke-width="1.5"/></svg>',
);

export class Film {
	private readonly frames: Frame[] = [];
	private caption = '';
	private pointer: Point = { x: 60, y: 560 };
	private readonly seconds: number;

	/** So long it will be: the last picture stays for what is left. */
	constructor(seconds: number) {
		this.seconds = seconds;
	}

	/** A line that stands below from now on. */
	say(caption: string): void {
		this.caption = caption;
	}

	/** Shows the page as it is, with more on it if given as CSS. */
	async hold(page: Page, milliseconds: number, more = ''): Promise<void> {
		const style = CALM + this.toCaption() + this.toPointer() + more;
		const png = await page.screenshot({ style });
		const image = await sharp(png).resize({ width: WIDTH }).png({ compressionLevel: 1 }).toBuffer();
		const last = this.frames.at(-1);
		if (last?.image.equals(image)) last.milliseconds += milliseconds;
		else this.frames.push({ image, milliseconds });
	}

	/** Shows the page as it is when it has come to rest. */
	async rest(page: Page, milliseconds: number): Promise<void> {
		await page.waitForTimeout(AT_REST);
		await this.hold(page, milliseconds);
	}

	/** Follows the page until something has come about on it. */
	async follow(page: Page, happening: Promise<unknown>): Promise<void> {
		let isOver = false;
		const over = happening.finally(() => {
			isOver = true;
		});
		while (!isOver) await this.hold(page, STEP);
		await over;
	}

	/** Moves the pointer to the middle of something, and clicks there. */
	async click(page: Page, target: Locator, times = 1): Promise<void> {
		const { x, y, width, height } = (await target.boundingBox())!;
		await this.point(page, { x: x + width / 2, y: y + height / 2 });
		await page.mouse.click(this.pointer.x, this.pointer.y, { clickCount: times });
	}

	/** A frame closes in on something, as a phone's camera shows that it reads. */
	async scan(page: Page, { x, y, width, height }: Area): Promise<void> {
		const steps = 12;
		for (let step = 0; step <= steps; step += 1) {
			const at = y + (height * step) / steps;
			const line = `linear-gradient(#0b9690, #0b9690) 0 ${at - y}px / 100% 4px no-repeat`;
			const place = `left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`;
			await this.hold(
				page,
				STEP,
				`body::after { content: ''; position: fixed; z-index: 99998; ${place}; border: 5px solid #0b9690; border-radius: 14px; background: ${line} }`,
			);
		}
	}

	/** The whole film as a file's content. */
	async develop(): Promise<Buffer> {
		const shown = this.frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
		const left = this.seconds * 1000 - shown;
		if (left < 0) throw new Error(`The film is ${-left} ms longer than ${this.seconds} seconds`);
		this.frames.at(-1)!.milliseconds += left;
		const delay = this.frames.map(({ milliseconds }) => milliseconds);
		return await sharp(
			this.frames.map(({ image }) => image),
			{ join: { animated: true } },
		)
			.webp({ quality: QUALITY, effort: 4, minSize: true, mixed: true, delay, loop: 0 })
			.toBuffer();
	}

	private async point(page: Page, to: Point): Promise<void> {
		const from = this.pointer;
		const steps = 5;
		for (let step = 1; step <= steps; step += 1) {
			// Slower towards the end.
			const part = 1 - (1 - step / steps) ** 2;
			this.pointer = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
			await page.mouse.move(this.pointer.x, this.pointer.y);
			await this.hold(page, STEP);
		}
	}

	private toCaption(): string {
		return `html::after { content: ${JSON.stringify(this.caption)}; position: fixed; z-index: 99999; left: 50%; bottom: 20px; transform: translateX(-50%); padding: 12px 26px; border-radius: 30px; background: #17181cee; color: #fff; font: 600 25px InterVariable, Inter, sans-serif; white-space: nowrap }`;
	}

	private toPointer(): string {
		const { x, y } = this.pointer;
		return `html::before { content: url("data:image/svg+xml,${ARROW}"); position: fixed; z-index: 99999; left: ${x - 6}px; top: ${y - 2}px; pointer-events: none }`;
	}
}

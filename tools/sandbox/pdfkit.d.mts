/** The part of pdfkit that the sandbox uses; the package brings no types. */
declare module 'pdfkit' {
	import type { Readable } from 'node:stream';

	export default class PDFDocument extends Readable {
		constructor(options: { size: [number, number]; margin: number; info?: { Title: string } });
		rect(x: number, y: number, width: number, height: number): this;
		fill(color: string): this;
		end(): this;
	}
}

/** Types for the part of pdfkit that the sandbox uses, because the package has none. */
declare module 'pdfkit' {
	import type { Readable } from 'node:stream';

	export default class PDFDocument extends Readable {
		constructor(options: { size: [number, number]; margin: number; info?: { Title: string } });
		image(file: Buffer, x: number, y: number, options: { width: number }): this;
		end(): this;
	}
}

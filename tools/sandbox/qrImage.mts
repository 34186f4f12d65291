import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import sharp from 'sharp';

export interface QrDesign {
	foreground: string;
	background: string;
	errorCorrection: 'L' | 'M' | 'Q' | 'H';
	/** quiet zone, in modules */
	margin: number;
}

interface Matrix {
	/** modules per side, quiet zone included */
	side: number;
	dark(row: number, column: number): boolean;
	/** part of the marks by which a reader finds and measures the code */
	fixed(row: number, column: number): boolean;
}

export const imageTypes = {
	png: 'image/png',
	svg: 'image/svg+xml',
	pdf: 'application/pdf',
} as const;

/** Draws a QR code for `text`, `size` pixels (PDF: points) wide, never below a pixel per module. */
export async function drawQr(
	format: keyof typeof imageTypes,
	text: string,
	design: QrDesign,
	size: number,
): Promise<Buffer> {
	const matrix = createMatrix(text, design);
	const side = Math.max(size, matrix.side);
	if (format === 'png') return await drawPng(matrix, design, side);
	if (format === 'svg') return Buffer.from(drawSvg(matrix, design, side));
	return await drawPdf(matrix, design, side);
}

function createMatrix(text: string, { errorCorrection, margin }: QrDesign): Matrix {
	const { modules } = QRCode.create(text, { errorCorrectionLevel: errorCorrection });
	const inside = (at: number) => at >= margin && at < margin + modules.size;
	const at = (bits: Uint8Array, row: number, column: number) =>
		inside(row) && inside(column) && bits[(row - margin) * modules.size + column - margin] === 1;
	return {
		side: modules.size + 2 * margin,
		dark: (row, column) => at(modules.data, row, column),
		fixed: (row, column) => at(modules.reservedBit, row, column),
	};
}

async function drawPng(matrix: Matrix, design: QrDesign, size: number): Promise<Buffer> {
	const { side } = matrix;
	const [dark, light] = [rgb(design.foreground), rgb(design.background)];
	const pixels = Buffer.alloc(side * side * 3);
	for (let at = 0; at < side * side; at += 1) {
		pixels.set(matrix.dark(Math.floor(at / side), at % side) ? dark : light, at * 3);
	}
	// Whole pixels per module keep the edges sharp; what is left over widens the quiet zone.
	const scaled = side * Math.floor(size / side);
	const before = Math.floor((size - scaled) / 2);
	const after = size - scaled - before;
	const [r, g, b] = light;
	return await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
		.resize(scaled, scaled, { kernel: 'nearest' })
		.extend({ top: before, left: before, bottom: after, right: after, background: { r, g, b } })
		.png({ compressionLevel: 6 })
		.toBuffer();
}

function drawSvg(matrix: Matrix, design: QrDesign, size: number): string {
	const path = darkRuns(matrix).map(
		({ row, column, length }) => `M${column} ${row}h${length}v1h-${length}z`,
	);
	const { side } = matrix;
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
		`viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
		`<rect width="${side}" height="${side}" fill="${design.background}"/>` +
		`<path fill="${design.foreground}" d="${path.join('')}"/></svg>`
	);
}

async function drawPdf(matrix: Matrix, design: QrDesign, size: number): Promise<Buffer> {
	const pdf = new PDFDocument({ size: [size, size], margin: 0, info: { Title: 'QR code' } });
	const done = buffer(pdf);
	const module = size / matrix.side;
	pdf.rect(0, 0, size, size).fill(fullHex(design.background));
	for (const { row, column, length } of darkRuns(matrix)) {
		pdf.rect(column * module, row * module, length * module, module);
	}
	pdf.fill(fullHex(design.foreground)).end();
	return await done;
}

/** Neighboring dark modules of a row as one run: fewer shapes, and no hairlines between them. */
function darkRuns(matrix: Matrix): Array<{ row: number; column: number; length: number }> {
	const runs: Array<{ row: number; column: number; length: number }> = [];
	for (let row = 0; row < matrix.side; row += 1) {
		for (let column = 0; column < matrix.side; column += 1) {
			if (!matrix.dark(row, column)) continue;
			let length = 1;
			while (matrix.dark(row, column + length)) length += 1;
			runs.push({ row, column, length });
			column += length;
		}
	}
	return runs;
}

/**
 * Stand-in for the AI-styled variant: a styled, still readable PNG. The same text, style and
 * prompt always give the same picture.
 */
export async function drawArtistic(
	text: string,
	style: string,
	prompt: string,
	size: number,
): Promise<Buffer> {
	// The strongest correction leaves the most room for decoration.
	const design: QrDesign = {
		foreground: '#000000',
		background: '#FFFFFF',
		errorCorrection: 'H',
		margin: 4,
	};
	const matrix = createMatrix(text, design);
	const hue = createHash('sha256').update(`${style}\n${prompt}`).digest().readUInt16BE() % 360;
	const svg = artisticSvg(matrix, style, hue, Math.max(size, matrix.side * 4));
	return await sharp(Buffer.from(svg)).png().toBuffer();
}

function artisticSvg(matrix: Matrix, style: string, hue: number, size: number): string {
	const { side } = matrix;
	const tint = (degrees: number, lightness: number) =>
		`hsl(${(hue + degrees) % 360}, 70%, ${lightness}%)`;
	const shapes: string[] = [];
	for (let row = 0; row < side; row += 1) {
		for (let column = 0; column < side; column += 1) {
			if (!matrix.dark(row, column)) continue;
			// Dark everywhere, and nearly alike: readers compare each pixel with its neighbors.
			const color = tint(((row * 7 + column * 13) % 5) * 8, 14 + ((row + column) % 3));
			// Readers measure these: were they larger, some codes would be taken for a smaller version.
			const shape = matrix.fixed(row, column) ? square : toShape(style);
			shapes.push(artisticModule(shape, row, column, color));
		}
	}
	// Washes fade out: a reader may take a sharp edge in the light ground for a dark module.
	const wash = (x: number, y: number, degrees: number) =>
		`<radialGradient id="w${degrees}"><stop stop-color="${tint(degrees, 84)}"/>` +
		`<stop offset="1" stop-color="${tint(degrees, 84)}" stop-opacity="0"/></radialGradient>` +
		`<circle cx="${side * x}" cy="${side * y}" r="${side * 0.5}" fill="url(#w${degrees})"/>`;
	const ground =
		`<rect width="${side}" height="${side}" fill="${tint(180, 95)}"/>` +
		(style === 'pixel' ? '' : wash(0.25, 0.3, 40) + wash(0.8, 0.7, 160));
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
		`viewBox="0 0 ${side} ${side}">${ground}${shapes.join('')}</svg>`
	);
}

/**
 * Neighboring modules overlap just so far that no light speck is left where four of them meet: a
 * reader would stumble over it.
 */
function artisticModule([grow, round]: Shape, row: number, column: number, color: string): string {
	const width = 1 + 2 * grow;
	const place = `x="${column - grow}" y="${row - grow}" width="${width}" height="${width}"`;
	return `<rect ${place} rx="${round}" fill="${color}"/>`;
}

type Shape = [grow: number, round: number];

/** Just so large that no hairline shows between neighbors. */
const square: Shape = [0.02, 0];

/** Growth over the module, and radius of its corners. */
function toShape(style: string): Shape {
	if (style === 'pixel') return square;
	return style === 'watercolor' ? [0.1, 0.3] : [0.13, 0.42];
}

function rgb(color: string): [number, number, number] {
	const value = Number.parseInt(fullHex(color).slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

/** `#1AB` as `#11AABB`. */
function fullHex(color: string): string {
	return color.length === 7 ? color : color.replace(/[0-9a-f]/gi, '$&$&');
}

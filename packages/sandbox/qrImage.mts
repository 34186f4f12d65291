import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import sharp from 'sharp';

/** The appearance of a QR code. Colors are HEX codes such as `#1A2B3C`. */
export interface QrDesign {
	foreground: string;
	background: string;
	errorCorrection: 'L' | 'M' | 'Q' | 'H';
	/** The quiet zone around the code, in modules. */
	margin: number;
}

/** The content type of each image format. */
export const imageTypes = {
	png: 'image/png',
	svg: 'image/svg+xml',
	pdf: 'application/pdf',
} as const;

/**
 * Draws a QR code for `text`. The image is `size` pixels wide (`size` points in a PDF), with at least one pixel per
 * module.
 */
export async function drawQr(
	format: keyof typeof imageTypes,
	text: string,
	{ foreground: dark, background: light, errorCorrection, margin }: QrDesign,
	size: number,
): Promise<Buffer> {
	const svg = await QRCode.toString(text, {
		type: 'svg',
		errorCorrectionLevel: errorCorrection,
		margin,
		color: { dark, light },
		width: size,
		scale: 1,
	});
	if (format === 'svg') return Buffer.from(svg);
	const png = await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
	if (format === 'png') return png;
	const pdf = new PDFDocument({ size: [size, size], margin: 0, info: { Title: 'QR code' } });
	const done = buffer(pdf);
	pdf.image(png, 0, 0, { width: size }).end();
	return await done;
}

/**
 * Draws a substitute for an AI-styled QR code: a PNG in a color that depends on style and prompt, dark enough to scan.
 * The same input always returns the same image.
 */
export async function drawArtistic(
	text: string,
	style: string,
	prompt: string,
	size: number,
): Promise<Buffer> {
	const [red, green, blue] = createHash('sha256').update(`${style}\n${prompt}`).digest();
	const dark = [red, green, blue].map((value) => (value % 96).toString(16).padStart(2, '0'));
	const colors = { foreground: `#${dark.join('')}`, background: '#FFFFFF' };
	return await drawQr('png', text, { ...colors, errorCorrection: 'H', margin: 4 }, size);
}

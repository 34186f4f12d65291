/** Reads QR codes from image files, as a phone would. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsqr from 'jsqr';
import sharp from 'sharp';

// jsqr is a CommonJS module, but its types describe a default export.
const jsQR = jsqr as unknown as typeof jsqr.default;

/**
 * Reads the QR code in a PNG, SVG or PDF. Resolves with the image width in pixels and the text, which is undefined if
 * no code is found. With `strict`, finds only dark modules on a light background, as many scanners do.
 */
export async function readQr(image: Uint8Array, mimeType: string, { strict = false } = {}) {
	const picture = mimeType === 'application/pdf' ? await drawPdf(image) : sharp(image);
	const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
	const inversionAttempts = strict ? 'dontInvert' : 'attemptBoth';
	const pixels = new Uint8ClampedArray(data);
	const found = jsQR(pixels, info.width, info.height, { inversionAttempts });
	return { width: info.width, text: found?.data };
}

/** Returns the first page of a PDF as an image. */
async function drawPdf(file: Uint8Array) {
	const library = await PDFiumLibrary.init();
	const document = await library.loadDocument(file);
	const { data, width, height } = await document.getPage(0).render({ scale: 2, render: 'bitmap' });
	document.destroy();
	library.destroy();
	return sharp(data, { raw: { width, height, channels: 4 } });
}

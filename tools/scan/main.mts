/** `npm run scan`: prints what n8n's scanner would object to; `npm run build` comes first. */
import { scan } from './packageScan.mts';

const { packed, findings } = await scan(process.cwd());
for (const { file, line, rule, message } of findings) {
	console.error(`${file}${line ? `:${line}` : ''}  ${message}  (${rule})`);
}
const kilobytes = Math.round(packed.unpackedSize / 1024);
console.log(
	`${packed.filename}: ${packed.files.length} files, ${kilobytes} KB, ${findings.length} findings`,
);
process.exitCode = findings.length > 0 ? 1 : 0;

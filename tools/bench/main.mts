/**
 * `npm run bench`: our node beside what people build instead, in one run on n8n's execution engine. Prints only;
 * `-- --write` also keeps the results, and makes docs/maintainers/performance.md of them. Flags make it smaller.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bulk, reading, restart } from './bulk.mts';
import { askAll, options } from './questions.mts';
import { requests } from './requests.mts';
import { startService } from './service.mts';

const { values: flags } = parseArgs({
	options: {
		...options,
		links: { type: 'string', default: '200' },
		rows: { type: 'string', default: '1000,10000,100000' },
		/** Rows with an image. */
		images: { type: 'string', default: '1000,10000' },
		/** Links in the list that is read. */
		list: { type: 'string', default: '100000' },
		killed: { type: 'string', default: '2000' },
	},
});
const rounds = Number(flags.rounds);
const [rows, images] = [flags.rows, flags.images].map((text) => text.split(',').map(Number));
const { version } = JSON.parse(readFileSync('node_modules/n8n-core/package.json', 'utf8')) as {
	version: string;
};

const service = await startService();
const questions = [
	{
		...{ name: 'requests', place: 3, title: 'One request for each item' },
		ask: async () => await requests(service, rounds, Number(flags.links)),
	},
	{
		...{ name: 'bulk', place: 4, title: 'Many rows' },
		ask: async () => await bulk(service, rounds, rows, images),
	},
	{
		...{ name: 'reading', place: 5, title: 'Long lists' },
		ask: async () => await reading(service, rounds, Number(flags.list)),
	},
	{
		...{ name: 'restart', place: 6, title: 'After a crash' },
		ask: async () => await restart(service, rounds, Number(flags.killed)),
	},
];
try {
	await askAll(questions, flags, { command: 'npm run bench', n8n: `core ${version}` });
} finally {
	await service.stop();
}

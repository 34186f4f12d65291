/**
 * `npm run bench`: our node beside what people build instead, in one run on n8n's execution engine. Prints only;
 * `-- --write` also keeps the results, and makes docs/maintainers/performance.md of them. Flags make it smaller.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bulk, reading, restart } from './bulk.mts';
import { save } from './page.mts';
import { requests } from './requests.mts';
import { startService } from './service.mts';

const { values: flags } = parseArgs({
	options: {
		write: { type: 'boolean', default: false },
		/** Of `requests`, `bulk`, `reading` and `restart`; default: all. */
		only: { type: 'string', default: '' },
		rounds: { type: 'string', default: '5' },
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
		name: 'requests',
		file: '3-requests',
		title: 'One request for each item',
		ask: async () => await requests(service, rounds, Number(flags.links)),
	},
	{
		name: 'bulk',
		file: '4-bulk',
		title: 'Many rows',
		ask: async () => await bulk(service, rounds, rows, images),
	},
	{
		name: 'reading',
		file: '5-reading',
		title: 'Long lists',
		ask: async () => await reading(service, rounds, Number(flags.list)),
	},
	{
		name: 'restart',
		file: '6-restart',
		title: 'After a crash',
		ask: async () => await restart(service, rounds, Number(flags.killed)),
	},
];
const only = flags.only.split(',').filter(Boolean);
try {
	for (const { name, file, title, ask } of questions) {
		if (only.length > 0 && !only.includes(name)) continue;
		const conclusion = (await ask()) ?? undefined;
		const about = { title, conclusion, command: `npm run bench -- --only ${name}` };
		save(file, { ...about, n8n: `core ${version}` }, flags.write);
	}
} finally {
	await service.stop();
}

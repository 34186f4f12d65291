/**
 * A module that n8n loads before it starts (`node --import`). It keeps n8n's hourly crons from ticking by themselves.
 * They tick only after a request to the port in CRON_TICKS, so a test decides when hourly work runs.
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

interface CronJob {
	isActive: boolean;
	cronTime: { source: string };
	_timeout: NodeJS.Timeout;
	fireOnTick(): Promise<void>;
	start(): void;
}

const HOURLY = /^\d+ \d+ \* \* \* \*$/;
const jobs = new Set<CronJob>();

const require = createRequire(process.argv[1]);
const { prototype } = (require('cron') as { CronJob: { prototype: CronJob } }).CronJob;
const start = Reflect.get(prototype, 'start');
prototype.start = function (this: CronJob) {
	start.call(this);
	if (!HOURLY.test(String(this.cronTime.source))) return;
	jobs.add(this);
	clearTimeout(this._timeout);
};

const server = createServer((_request, response) => {
	const due = [...jobs].filter((job) => job.isActive);
	Promise.all(due.map((job) => job.fireOnTick())).then(
		() => response.end(String(due.length)),
		(error: Error) => response.writeHead(500).end(error.message),
	);
});
server.listen(Number(process.env.CRON_TICKS), '127.0.0.1');
server.unref();

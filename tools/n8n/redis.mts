import { getDebianProgram } from './debian.mts';
import { startProcessGroup } from '../process/processGroup.mts';
import { freePorts, onFreePorts } from '../process/ports.mts';

/** Starts an empty Redis that stores nothing on disk, and returns n8n's settings for it. */
export async function startRedis(folder: string) {
	const command = await getDebianProgram('redis-server', ['/usr/bin/redis-server']);
	return await onFreePorts(async () => {
		const [port] = await freePorts(1);
		const started = startProcessGroup(command, [
			'--bind',
			'127.0.0.1',
			'--port',
			String(port),
			'--save',
			'',
			'--appendonly',
			'no',
			'--dir',
			folder,
		]);
		await started.untilPrinted('Ready to accept connections');
		return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) };
	});
}

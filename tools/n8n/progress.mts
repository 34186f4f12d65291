/** Runs `work`, and shows its progress: every second on a terminal, otherwise every 30 seconds. */
export async function step<T>(label: string, work: () => Promise<T>) {
	const startedAt = Date.now();
	const seconds = () => Math.round((Date.now() - startedAt) / 1000);
	const { isTTY } = process.stdout;
	const show = (text: string) => process.stdout.write(isTTY ? `\r\x1b[K${text}` : `${text}\n`);
	show(`${label} …`);
	const timer = setInterval(() => show(`${label} … ${seconds()} s`), isTTY ? 1000 : 30_000);
	try {
		const result = await work();
		show(`${label}: done, ${seconds()} s${isTTY ? '\n' : ''}`);
		return result;
	} catch (thrown) {
		show(`${label}: stopped after ${seconds()} s${isTTY ? '\n' : ''}`);
		throw thrown;
	} finally {
		clearInterval(timer);
	}
}

import type { NodeResult } from '../../../packages/n8n-harness/index.mts';
import type { JobOf } from '../schedule.mts';
import {
	flawsOfMade,
	getPlace,
	getText,
	getWords,
	hasFailed,
	type Made,
	plain,
	type Run,
	toId,
	toPlainName,
	toQrText,
	type Work,
} from '../work.mts';

type CreateManyJob = JobOf<'createMany'>;

/** Switches the sandbox to its plain settings, and returns the account's QR codes. */
async function readCodes({ world: { sandbox } }: Run) {
	await sandbox.change(plain());
	return (await sandbox.all('/api/qrs', 'qrs')).map((record) => ({
		id: String(record.id),
		text: toQrText(record.name, record.target),
	}));
}

function toParameters({ format, skips, isDesigned, batchSize }: CreateManyJob) {
	const downloadImage = format !== 'none';
	return {
		name: '={{ $json.name }}',
		url: '={{ $json.url }}',
		ifNameExists: skips ? 'createOther' : 'create',
		downloadImage,
		...(downloadImage ? { format, imageSize: 40 } : {}),
		additionalFields: { batchSize, ...(isDesigned ? { foreground: '={{ $json.color }}' } : {}) },
	};
}

export async function createMany(run: Run, job: CreateManyJob): Promise<Work> {
	const { rows, hasTwin, skips } = job;
	if (hasTwin && /^https:/.test(rows[0].url) && rows[0].url.length < 2048) {
		await run.world.call('/api/qr/add', rows[0]);
	}
	const before = await readCodes(run);
	const parameters = toParameters(job);
	const items = rows.map((row, n) => ({ json: { ...row, color: n % 2 === 1 ? '#102030' : '' } }));
	return {
		resource: 'qrCode',
		operation: 'createMany',
		parameters,
		items,
		flaws: async (result) => [
			...flawsOfGood(run, job, result),
			...(skips
				? await flawsOfSkipped(run, job, result, { parameters, items })
				: flawsOfCreated(run, job, result, before, await readCodes(run))),
		],
	};
}

function flawsOfCreated(
	{ settings }: Run,
	{ rows, hasTwin }: CreateManyJob,
	result: NodeResult,
	before: Made[],
	after: Made[],
) {
	const wanted = rows.map(({ name, url }) => toQrText(name, url));
	const flaws = flawsOfMade(result, wanted, before, after);
	// If the response doesn't say which QR codes were created, the node may mistake the twin for a new QR code.
	const { shape, rowByRow } = settings.bulk;
	const isStated = shape !== 'message' && rowByRow === 'no';
	const isHidden = hasTwin && !(isStated && settings.listDelayMs === 0);
	return flaws.filter((flaw) => !isHidden || !flaw.includes('no item reports it'));
}

/** Checks that each result has its row's name, no QR code exists twice, and a repeated run creates nothing. */
async function flawsOfSkipped(
	run: Run,
	{ rows }: CreateManyJob,
	result: NodeResult,
	{ parameters, items }: Pick<Work, 'parameters' | 'items'>,
) {
	const { world, settings } = run;
	const runAgain = async () => {
		await world.change({ ...plain(), qrTargets: settings.qrTargets });
		return (await world.run('qrCode', 'createMany', parameters, { items })).items;
	};
	// The first run may have failed because of faults, but the runs from here on have no faults.
	const second = await runAgain();
	const complete = await readCodes(run);
	const last = await runAgain();
	const after = await readCodes(run);
	const texts = after.map(({ text }) => text);
	const names = new Map(after.map(({ id, text }) => [id, (JSON.parse(text) as string[])[0]]));
	const all = [...(hasFailed(result) ? [] : result.items), ...second, ...last];
	const wrong = all.filter(
		(item) => names.get(toId(item)) !== toPlainName(rows[getPlace(item)].name),
	);
	const isReported = last.some(({ json }) => json.created === true);
	return [
		...texts
			.filter((text, index) => texts.indexOf(text) < index)
			.map((text) => `a QR code exists twice: ${text}`),
		...wrong.map((item) => `row ${getPlace(item)} is ${JSON.stringify(names.get(toId(item)))}`),
		...(after.length > complete.length ? ['a repeated run creates more'] : []),
		...(isReported ? ['an existing QR code is reported as created'] : []),
	];
}

const isUnhindered = ({ schedule, settings }: Run) =>
	schedule.service.faults.length === 0 &&
	schedule.pace.maxWait === 600 &&
	settings.rateLimit.limit === null &&
	settings.rateLimit.endpoints.length === 0;

/** Checks that valid rows with different names succeed. */
function flawsOfGood(
	run: Run,
	{ rows, batchSize, hasTwin, skips }: CreateManyJob,
	result: NodeResult,
) {
	const { schedule, settings } = run;
	const { bulk, quotas, listDelayMs, failuresAs200, qrTargets } = settings;
	const names = rows.map(({ name }) => toPlainName(name).toLowerCase());
	const isGood = ({ name, url }: (typeof rows)[number]) =>
		/^https:/.test(url) && url.length < 2000 && !(bulk.refuse !== '' && name.includes(bulk.refuse));
	const isClear =
		isUnhindered(run) &&
		schedule.pace.continues &&
		!hasTwin &&
		!skips &&
		new Set(names).size === names.length &&
		// To find the created QR codes, the node needs a complete response, or an up-to-date list with targets.
		((bulk.names === 'shown' &&
			bulk.shape !== 'message' &&
			bulk.entries !== 'ids' &&
			bulk.rowByRow === 'no' &&
			rows.every(isGood)) ||
			(listDelayMs === 0 && qrTargets !== 'hidden')) &&
		// If errors are returned with HTTP 200, only their messages say that a batch was too large.
		(bulk.maxRows >= batchSize || !failuresAs200) &&
		quotas.qrs > 1000;
	if (!isClear) return [];
	if (hasFailed(result)) return rows.some(isGood) ? [`the run fails: ${getWords(result)}`] : [];
	// A QR code that a refused batch created can be recognized only by its date, which has no fraction of a second.
	const isUnclear = (text: string) =>
		bulk.rowByRow !== 'no' && text.includes('may have been created');
	return result.errorItems
		.filter((item) => isGood(rows[getPlace(item)]) && !isUnclear(getText(item)))
		.map((item) => `a good row fails: ${getText(item)}`);
}

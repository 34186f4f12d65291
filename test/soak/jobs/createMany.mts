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
	toPlainUrl,
	toQrText,
	type Work,
} from '../work.mts';

type CreateManyJob = JobOf<'createMany'>;
type Row = CreateManyJob['rows'][number];

interface Code extends Made {
	name: string;
	url: string;
}

/** Switches the sandbox to its plain settings, and returns the account's QR codes. */
async function readCodes({ world: { sandbox }, settings: { qrNames } }: Run): Promise<Code[]> {
	await sandbox.change(plain());
	return (await sandbox.all('/api/qrs', 'qrs')).map((record) => ({
		id: String(record.id),
		text: toQrText(record.name, record.target, qrNames),
		name: toPlainName(record.name, qrNames),
		url: toPlainUrl(record.target),
	}));
}

function toParameters({ format, mode, isDesigned, batchSize }: CreateManyJob) {
	const downloadImage = format !== 'none';
	return {
		name: '={{ $json.name }}',
		url: '={{ $json.url }}',
		ifNameExists: mode,
		downloadImage,
		...(downloadImage ? { format, imageSize: 40 } : {}),
		additionalFields: { batchSize, ...(isDesigned ? { foreground: '={{ $json.color }}' } : {}) },
	};
}

const isValid = ({ url }: Row) => /^https:/.test(url) && url.length < 2000;

/** Creates QR codes that exist before the run. Some lead to a URL that is a part of the row's, or the other way round. */
async function createPresent({ world, settings }: Run, { rows, present, mode }: CreateManyJob) {
	if (mode === 'create') return;
	const { qrSharedLinks } = settings;
	await world.change({ qrSharedLinks });
	for (const { row, leadsTo } of present) {
		const { name, url } = rows[row % rows.length];
		if (!isValid({ name, url })) continue;
		const { origin } = new URL(url);
		const targets = {
			same: url,
			longer: `${url}/2025`,
			shorter: origin,
			other: 'https://b.example',
		};
		await world.call('/api/qr/add', { name, url: targets[leadsTo] });
	}
}

export async function createMany(run: Run, job: CreateManyJob): Promise<Work> {
	const { rows, hasTwin, mode } = job;
	if (hasTwin && isValid(rows[0])) await run.world.call('/api/qr/add', rows[0]);
	await createPresent(run, job);
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
			...(mode === 'create'
				? flawsOfCreated(run, job, result, before, await readCodes(run))
				: await flawsOfKept(run, job, result, before, { parameters, items })),
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
	const wanted = rows.map(({ name, url }) => toQrText(name, url, settings.qrNames));
	const flaws = flawsOfMade(result, wanted, before, after);
	// If the response doesn't say which QR codes were created, the node may mistake the twin for a new QR code.
	const { shape, rowByRow } = settings.bulk;
	const isSent = ['any', 'unique'].includes(settings.qrNames);
	const isStated = isSent && shape !== 'message' && rowByRow === 'no';
	const isHidden = hasTwin && !(isStated && settings.listDelayMs === 0);
	return flaws.filter((flaw) => !isHidden || !flaw.includes('no item reports it'));
}

/** What a service shows of QR codes and does with their names, which doesn't change between runs. */
const LASTING = [
	'qrTargets',
	'qrLinks',
	'qrLinkIds',
	'qrSearch',
	'qrListNames',
	'qrNames',
	'qrSharedLinks',
	'texts',
] as const;

/**
 * Checks that each result has its row's name and leads where it says, that only QR codes whose rows ask for it lead
 * elsewhere, that none exists twice, and that a repeated run creates nothing.
 */
async function flawsOfKept(
	run: Run,
	job: CreateManyJob,
	result: NodeResult,
	before: Code[],
	{ parameters, items }: Pick<Work, 'parameters' | 'items'>,
) {
	const { world, settings } = run;
	const unplanned: string[] = [];
	const runAgain = async () => {
		const lasting = Object.fromEntries(LASTING.map((name) => [name, settings[name]]));
		await world.change({ ...plain(), ...lasting });
		const work = async (more: object) =>
			await world.run('qrCode', 'createMany', { ...parameters, ...more }, { items });
		const checked = await work({ onlyCheck: true });
		const done = await work({});
		unplanned.push(...flawsOfPlans(checked, done));
		return done;
	};
	// The first run may have failed because of faults, but the runs from here on have no faults.
	const states = [await readCodes(run)];
	const runs = [result];
	while (runs.length < 3) {
		runs.push(await runAgain());
		states.push(await readCodes(run));
	}
	const [, complete, after] = states;
	// At a service that rewrites names, each run makes other QR codes, as a hint says.
	const isRewriting = !['any', 'unique'].includes(settings.qrNames);
	const count = (codes: Code[], text: string) => codes.filter((code) => code.text === text).length;
	const twice = after.filter(({ text }) => count(after, text) > Math.max(1, count(before, text)));
	const isReported = runs[2].items.some(({ json }) => json.created === true);
	return [
		...runs.flatMap((one, n) => (hasFailed(one) ? [] : flawsOfItems(run, job, one, states[n]))),
		...flawsOfChanges(run, job, before, after),
		...unplanned,
		...(isRewriting ? [] : twice.map(({ text }) => `a QR code exists twice: ${text}`)),
		...(after.length > complete.length && !isRewriting ? ['a repeated run creates more'] : []),
		...(isReported && !isRewriting ? ['an existing QR code is reported as created'] : []),
	];
}

/** Checks that a run did with each row what 'Only Check' said, unless the service refused it. */
function flawsOfPlans(checked: NodeResult, { items, errorItems }: NodeResult) {
	const plans = new Map(checked.items.map((item) => [getPlace(item), item.json]));
	const toAction = ({ json: { created, updated } }: (typeof items)[number]) =>
		updated === true ? 'update' : created === true ? 'create' : 'keep';
	return [
		...items.flatMap((item) => {
			const [plan, action] = [plans.get(getPlace(item))?.action, toAction(item)];
			return plan === action
				? []
				: [`row ${getPlace(item)}: ${action}, planned ${JSON.stringify(plan)}`];
		}),
		...errorItems.flatMap((item) => {
			const { action, message } = plans.get(getPlace(item)) ?? {};
			const { reason } = item.json.details as { reason: string };
			const isRefused = ['refused', 'notKnown'].includes(reason);
			return action === 'fail' || isRefused
				? []
				: [`fails unplanned (${JSON.stringify(message)}): ${getText(item)}`];
		}),
	];
}

/** Checks the items of a run against the QR codes that exist after it. */
function flawsOfItems(
	{ settings: { qrNames } }: Run,
	{ rows, mode }: CreateManyJob,
	{ items }: NodeResult,
	codes: Code[],
) {
	return items.flatMap((item) => {
		const row = rows[getPlace(item)];
		const { targetUrl } = item.json;
		const code = codes.find(({ id }) => id === toId(item));
		const flaws: string[] = [];
		if (code?.name !== toPlainName(row.name, qrNames)) flaws.push(`has the name ${code?.name}`);
		if (targetUrl !== null && toPlainUrl(targetUrl) !== code?.url)
			flaws.push(`leads to ${code?.url}, not to ${JSON.stringify(targetUrl)}`);
		if (mode !== 'keep' && targetUrl !== null && toPlainUrl(targetUrl) !== toPlainUrl(row.url))
			flaws.push(`leads to ${JSON.stringify(targetUrl)}, its row to ${row.url}`);
		return flaws.map((flaw) => `row ${getPlace(item)} ${flaw}`);
	});
}

/** Checks that earlier QR codes stay as they were, except those that lead to the URL of a row with their name now. */
function flawsOfChanges(
	{ settings: { qrNames } }: Run,
	{ rows, mode }: CreateManyJob,
	before: Code[],
	after: Code[],
) {
	const asked = new Set(rows.map(({ name, url }) => toQrText(name, url, qrNames)));
	return before.flatMap(({ id, text }) => {
		const now = after.find((code) => code.id === id)?.text;
		const isMeant = now === text || (mode === 'update' && now !== undefined && asked.has(now));
		return isMeant ? [] : [`${text} became ${now}`];
	});
}

const isUnhindered = ({ schedule, settings }: Run) =>
	schedule.service.faults.length === 0 &&
	schedule.pace.maxWait === 600 &&
	settings.rateLimit.limit === null &&
	settings.rateLimit.endpoints.length === 0;

/** Checks that valid rows with different names succeed. */
function flawsOfGood(
	run: Run,
	{ rows, batchSize, hasTwin, mode }: CreateManyJob,
	result: NodeResult,
) {
	const { schedule, settings } = run;
	const { bulk, quotas, listDelayMs, failuresAs200, qrListNames, qrNames, dates } = settings;
	const names = rows.map(({ name }) => toPlainName(name).toLowerCase());
	const isGood = (row: Row) =>
		isValid(row) && !(bulk.refuse !== '' && row.name.includes(bulk.refuse));
	const isClear =
		isUnhindered(run) &&
		schedule.pace.continues &&
		!hasTwin &&
		mode === 'create' &&
		new Set(names).size === names.length &&
		['any', 'unique'].includes(qrNames) &&
		// To find the created QR codes, the node needs a complete response, or an up-to-date list with names and dates.
		((bulk.names === 'shown' &&
			bulk.shape !== 'message' &&
			bulk.entries !== 'ids' &&
			bulk.rowByRow === 'no' &&
			rows.every(isGood)) ||
			(listDelayMs === 0 && qrListNames === 'shown' && ['documented', 'offset'].includes(dates))) &&
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

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

const BEGINNINGS = { none: '', png: '\x89PNG', svg: '<svg', pdf: '%PDF' };

export async function createMany(run: Run, job: JobOf<'createMany'>): Promise<Work> {
	const { world, settings } = run;
	const { rows, batchSize, format, hasTwin, skips, isDesigned } = job;
	const { sandbox } = world;
	const codes = async () => {
		await sandbox.change(plain());
		return (await sandbox.all('/api/qrs', 'qrs')).map((record) => ({
			id: String(record.id),
			text: toQrText(record.name, record.target),
		}));
	};
	if (hasTwin && /^https:/.test(rows[0].url) && rows[0].url.length < 2048) {
		await sandbox.call('/api/qr/add', rows[0]);
	}
	const before = await codes();
	const isWanted = format !== 'none';
	const foreground = '={{ $json.color }}';
	const parameters = {
		name: '={{ $json.name }}',
		url: '={{ $json.url }}',
		ifNameExists: skips ? 'createOther' : 'create',
		downloadImage: isWanted,
		...(isWanted ? { format, imageSize: 40 } : {}),
		additionalFields: { batchSize, ...(isDesigned ? { foreground } : {}) },
	};
	const items = rows.map((row, n) => ({ json: { ...row, color: n % 2 === 1 ? '#102030' : '' } }));

	/** Each result must be a QR code with its row's name, none twice, and a repeated run creates nothing. */
	const flawsOfSkipped = async (result: NodeResult): Promise<string[]> => {
		const again = async () => {
			await sandbox.change({ ...plain(), qrTargets: settings.qrTargets });
			return await world.run('qrCode', 'createMany', parameters, { items });
		};
		// The first run may have met faults, the second one meets none.
		const runs = [hasFailed(result) ? [] : result.items, (await again()).items];
		const complete = await codes();
		const last = (await again()).items;
		const after = await codes();
		const getName = ({ text }: Made) => (JSON.parse(text) as string[])[0];
		const texts = after.map(({ text }) => text);
		const known = new Map(after.map((made) => [made.id, getName(made)]));
		const wrong = [...runs.flat(), ...last].filter(
			(item) => known.get(toId(item)) !== toPlainName(rows[getPlace(item)].name),
		);
		return [
			...texts
				.filter((text, at) => texts.indexOf(text) < at)
				.map((text) => `a QR code is there twice: ${text}`),
			...wrong.map((item) => `row ${getPlace(item)} is ${JSON.stringify(known.get(toId(item)))}`),
			...(after.length > complete.length ? ['a repeated run creates more'] : []),
			...(last.some(({ json }) => json.created === true)
				? ['an existing QR code is reported as created']
				: []),
		];
	};

	return {
		resource: 'qrCode',
		operation: 'createMany',
		parameters,
		items,
		flaws: async (result, counts) => {
			const wanted = rows.map(({ name, url }) => toQrText(name, url));
			const flaws = [...flawsOfCost(run, job, result, counts), ...flawsOfGood(run, job, result)];
			if (skips) flaws.push(...(await flawsOfSkipped(result)));
			else {
				const ofMade = flawsOfMade(result, wanted, before, await codes());
				// If the response doesn't tell, what can be found may be the twin.
				const { shape, rowByRow } = settings.bulk;
				const isTold = shape !== 'message' && rowByRow === 'no';
				const isHidden = hasTwin && !(isTold && settings.listDelayMs === 0);
				flaws.push(...ofMade.filter((flaw) => !isHidden || !flaw.includes('no item reports it')));
			}
			return [...flaws, ...(isWanted ? await flawsOfImages(run, job, result) : [])];
		},
	};
}

async function flawsOfImages(
	{ world: { sandbox, engine }, schedule, settings }: Run,
	{ format }: JobOf<'createMany'>,
	{ items }: NodeResult,
): Promise<string[]> {
	await sandbox.change({ ...plain(), idsAsStrings: settings.idsAsStrings });
	const flaws: string[] = [];
	for (const { json, binary } of items) {
		const bytes = binary?.data && (await engine.readBinary(binary.data));
		const text = bytes?.toString('latin1') ?? '';
		if (!text.slice(0, 200).includes(BEGINNINGS[format])) {
			flaws.push(`the image of ${toId({ json })} is none: ${text.slice(0, 40)}`);
		}
		// Another SVG, or half of this one with the right length, looks like an image.
		const isForged = /<svg|"cut"/.test(JSON.stringify(schedule.service.faults));
		if (format !== 'svg' || text === '' || isForged) continue;
		const route = `GET /api/qr/${toId({ json })}/download?format=svg&size=40`;
		const { body } = await sandbox.ask<string>(route);
		if (body !== text) flaws.push(`the image of ${toId({ json })} is another one`);
	}
	return flaws;
}

const isUnhindered = ({ schedule, settings }: Run) =>
	schedule.service.faults.length === 0 &&
	schedule.pace.maxWait === 600 &&
	settings.rateLimit.limit === null &&
	settings.rateLimit.endpoints.length === 0;

/** Requests ≤ batches + rows of refused batches and of repeated names + look-ups, and the images. */
function flawsOfCost(
	run: Run,
	{ rows, batchSize, skips, isDesigned, hasTwin }: JobOf<'createMany'>,
	{ error, errorItems }: NodeResult,
	counts: Record<string, number>,
): string[] {
	const { settings } = run;
	if (!isUnhindered(run) || settings.bulk.maxRows < batchSize || skips) return [];
	const names = rows.map(({ name }) => toPlainName(name));
	const isAlone = (_: unknown, n: number) =>
		(isDesigned && n % 2 === 1) || names.filter((name) => name === names[n]).length > 1;
	const { length: alone } = rows.filter(isAlone);
	const batches = Math.ceil((rows.length - alone) / batchSize);
	const isRefused = error !== undefined || errorItems.length > 0 || settings.bulk.rowByRow !== 'no';
	const pageSize = Math.min(100, settings.maxPageSize);
	const pages = Math.ceil((rows.length + 3) / pageSize);
	const most: Record<string, number> = {
		// After a refusal that quotes a row, the rest is one batch, once.
		'POST /api/qr/bulk': batches * (isRefused ? 2 : 1),
		'POST /api/qr/add': alone + (isRefused ? rows.length - alone : 0),
		'GET /api/qrs': (isRefused ? 3 : 1) * pages + 4,
		'GET /api/qr/:id': (rows.length + (hasTwin ? 1 : 0)) * (isRefused ? 3 : 1),
		'GET /api/qr/:id/download': rows.length,
	};
	return Object.entries(most).flatMap(([route, limit]) =>
		(counts[route] ?? 0) > limit
			? [`${counts[route]} requests of ${route} where ${limit} do (${errorItems.length} failed)`]
			: [],
	);
}

/** Rows that nothing is wrong with, and whose names tell them apart, must succeed. */
function flawsOfGood(
	run: Run,
	{ rows, batchSize, hasTwin, skips }: JobOf<'createMany'>,
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
		// What the answer doesn't tell, and what a refused batch has made, is found in a list that is up to date and whole.
		((bulk.names === 'shown' &&
			bulk.shape !== 'message' &&
			bulk.entries !== 'ids' &&
			bulk.rowByRow === 'no' &&
			rows.every(isGood)) ||
			(listDelayMs === 0 && qrTargets !== 'nowhere')) &&
		// Under HTTP 200, nothing but its words says that a batch was too large.
		(bulk.maxRows >= batchSize || !failuresAs200) &&
		quotas.qrs > 1000;
	if (!isClear) return [];
	if (hasFailed(result)) return rows.some(isGood) ? [`the run fails: ${getWords(result)}`] : [];
	return result.errorItems
		.filter((item) => isGood(rows[getPlace(item)]))
		.map((item) => `a good row fails: ${getText(item)}`);
}

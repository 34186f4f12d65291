/** Runs a schedule, and lists what a user would have to complain about. */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { NodeResult } from '../../tools/n8n-engine/index.mts';
import type { Json } from '../../tools/sandbox/client.mts';
import { getDefaultSettings } from '../../tools/sandbox/control.mts';
import { getPairs } from '../support/sent.mts';
import { getShown } from '../support/shown.mts';
import type { World } from '../support/world.mts';
import type {
	CreateLinksJob,
	CreateManyJob,
	EnsureActiveJob,
	GetManyJob,
	Schedule,
	UpsertJob,
} from './schedule.mts';

/** A prepared job: what the node is to do, and how to check the outcome. */
interface Work {
	resource: string;
	operation: string;
	parameters: Json;
	items: Array<{ json: IDataObject }>;
	flaws: (result: NodeResult) => Promise<string[]>;
}

/** One run: the world, and a password of its own. */
interface Run {
	world: World;
	schedule: Schedule;
	password: string;
}

const MAY_EXIST = /may (have been|still have gone through)/;

/** What is wrong with the outcome of a schedule; nothing if the package works. */
export async function getFlaws(world: World, schedule: Schedule): Promise<string[]> {
	const { sandbox } = world;
	const { service, pace, job } = schedule;
	await sandbox.reset();
	const credential = await sandbox.freshCredential();
	const webhookSecret = randomBytes(12).toString('hex');
	const run = { world, schedule, password: randomBytes(12).toString('hex') };
	const work = await prepare(run);
	// The preparation may have changed settings.
	await sandbox.change(getDefaultSettings());
	await sandbox.change(service.settings);
	await sandbox.fault(...service.faults);
	const { continues, ...limits } = pace;
	const result = await world.run(work.resource, work.operation, work.parameters, {
		items: work.items,
		pace: { ...limits, timeout: isStalled(service) ? 5 : 100 },
		credentials: { linkPlatformApi: { ...credential, webhookSecret } },
		onError: continues ? 'continueErrorOutput' : 'stopWorkflow',
	});
	await sandbox.clearFaults();
	await sandbox.change({ ...getDefaultSettings(), qrTargets: 'shown' });
	const shown = getShown(result);
	const secrets = [credential.apiKey, webhookSecret, run.password];
	return [
		...getMiscounts(result, schedule, work.items.length),
		...secrets.filter((secret) => shown.includes(secret)).map(() => `${job.kind} shows a secret`),
		...causelessIn(result, schedule),
		...(await work.flaws(result)),
	];
}

/** In a schedule without faults, no request may time out, even on a busy machine. */
const isStalled = ({ faults }: Schedule['service']) =>
	faults.some(({ action }) => 'type' in action && action.type === 'stall');

/** Without a fault or a limit nothing may fail; rows of Create Many may be refused for their content. */
function causelessIn(result: NodeResult, { service, pace, job }: Schedule): string[] {
	const { webhooksPerUrl } = service.settings;
	const isHindered = service.faults.length > 0 || pace.maxWait < 600;
	const isTaken =
		(job.kind === 'createLinks' && job.aliases.some((alias) => alias !== '')) ||
		// The list hides inactive webhooks, so they cannot be replaced.
		(job.kind === 'ensureActive' && job.present === 'inactive' && webhooksPerUrl === 'one');
	if (isHindered || isTaken || job.kind === 'createMany') return [];
	const words = result.error?.message ?? result.errorItems.map(getText).join();
	return words === '' ? [] : [`${job.kind} fails without a cause: ${words}`];
}

async function prepare(run: Run): Promise<Work> {
	const { job } = run.schedule;
	switch (job.kind) {
		case 'createMany':
			return await createMany(run, job);
		case 'getMany':
			return await getMany(run, job);
		case 'createLinks':
			return await createLinks(run, job);
		case 'upsert':
			return await upsert(run, job);
		case 'ensureActive':
			return await ensureActive(run, job);
	}
}

/** Every input is one result or one failure with a reason; a list is one or the other. */
function getMiscounts(result: NodeResult, { pace, job }: Schedule, count: number): string[] {
	const { items, errorItems, error } = result;
	if (!pace.continues && error)
		return error.message === '' ? ['the run fails without a reason'] : [];
	if (error) return [`the run fails although it is to continue: ${error.message}`];
	const places = getPairs([...items, ...errorItems]).toSorted((a, b) => a - b);
	const distinct =
		job.kind === 'getMany' ? [...new Set(getPairs(items)), ...getPairs(errorItems)] : places;
	const isWhole =
		job.kind === 'getMany' && items.length + errorItems.length === 0
			? true
			: isDeepStrictEqual(
					distinct,
					Array.from({ length: count }, (_, n) => n),
				);
	const isReasoned = errorItems.every(
		({ json }) => typeof json.error === 'string' && json.error !== '',
	);
	return [
		...(isWhole ? [] : [`inputs 0 to ${count - 1} end as ${distinct.join(' ')}`]),
		...(isReasoned ? [] : ['an item fails without a reason']),
	];
}

const getPlace = (item: INodeExecutionData) => getPairs([item])[0];
/** As text, whether Link Platform returns numbers or text. */
const toId = ({ json: { id } }: Pick<INodeExecutionData, 'json'>) =>
	typeof id === 'string' ? id : JSON.stringify(id);
const getText = ({ json }: INodeExecutionData) => JSON.stringify([json.error, json.message]);
const hasFailed = ({ error }: NodeResult) => error !== undefined;

interface Made {
	id: string;
	text: string;
}

/**
 * Every reported record must exist, every created record must be reported, and none may exist twice. `wanted`
 * holds the expected record of each row.
 */
function flawsOfMade(
	result: NodeResult,
	wanted: string[],
	before: Made[],
	after: Made[],
): string[] {
	const flaws: string[] = [];
	const known = new Map(after.map(({ id, text }) => [id, text]));
	const old = new Set(before.map(({ id }) => id));
	const made = after.filter(({ id }) => !old.has(id));
	const count = (texts: string[], text: string) => texts.filter((other) => other === text).length;
	const texts = made.map(({ text }) => text);
	for (const text of new Set(texts)) {
		const [rows, records] = [count(wanted, text), count(texts, text)];
		if (records > rows) flaws.push(`${records} records of ${rows} rows exist: ${text}`);
	}
	if (hasFailed(result)) return flaws;
	const reported = new Set<string>();
	for (const item of result.items) {
		const id = toId(item);
		const text = wanted[getPlace(item)];
		if (reported.has(id)) flaws.push(`record ${id} is the result of two rows`);
		reported.add(id);
		if (known.get(id) !== text) {
			flaws.push(`row ${getPlace(item)} is ${text}, its record ${id} is ${known.get(id)}`);
		}
	}
	const open: string[] = [];
	for (const item of result.errorItems) {
		const [, id] = /\(ID (\d+)\)/.exec(getText(item)) ?? [];
		if (id !== undefined) reported.add(id);
		else if (MAY_EXIST.test(getText(item))) open.push(wanted[getPlace(item)]);
	}
	for (const { id, text } of made.filter((record) => !reported.has(record.id))) {
		const at = open.indexOf(text);
		if (at >= 0) open.splice(at, 1);
		else flaws.push(`record ${id} exists, and no item reports it: ${text}`);
	}
	return flaws;
}

async function createMany(
	{ world, schedule }: Run,
	{ rows, batchSize, format, hasTwin, skips }: CreateManyJob,
): Promise<Work> {
	const { sandbox, engine } = world;
	const codes = async () =>
		(await sandbox.all('/api/qrs', 'qrs')).map((record) => ({
			id: String(record.id),
			text: JSON.stringify([record.name, record.target]),
		}));
	if (hasTwin && rows[0].url.startsWith('http')) await sandbox.call('/api/qr/add', rows[0]);
	await sandbox.change({ qrTargets: 'shown' });
	const before = await codes();
	const isWanted = format !== 'none';
	const beginnings = { none: '', png: '\x89PNG', svg: '<svg', pdf: '%PDF' };
	const parameters = {
		name: '={{ $json.name }}',
		url: '={{ $json.url }}',
		skipExisting: skips,
		downloadImage: isWanted,
		...(isWanted ? { format, imageSize: 40 } : {}),
		additionalFields: { batchSize },
	};
	const items = rows.map((json) => ({ json }));
	/** Each result must be a QR code with its row's name, one for each name, even after repeated runs. */
	const flawsOfSkipped = async (result: NodeResult): Promise<string[]> => {
		const again = async () => await world.run('qrCode', 'createMany', parameters, { items });
		// The first run may have met faults, the second one meets none.
		const runs = [hasFailed(result) ? [] : result.items, (await again()).items];
		const complete = await codes();
		const last = (await again()).items;
		const after = await codes();
		const getName = ({ text }: Made) => (JSON.parse(text) as string[])[0];
		const names = after.map(getName);
		const known = new Map(after.map((made) => [made.id, getName(made)]));
		const wrong = [...runs.flat(), ...last].filter(
			(item) => known.get(toId(item)) !== rows[getPlace(item)].name,
		);
		return [
			...names
				.filter((name, at) => names.indexOf(name) < at)
				.map((name) => `${name} is there twice`),
			...wrong.map((item) => `row ${getPlace(item)} is ${known.get(toId(item))}`),
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
		flaws: async (result) => {
			const wanted = rows.map(({ name, url }) => JSON.stringify([name, url]));
			const flaws = skips
				? await flawsOfSkipped(result)
				: flawsOfMade(result, wanted, before, await codes());
			for (const { json, binary } of isWanted ? result.items : []) {
				const bytes = binary?.data && (await engine.readBinary(binary.data));
				const text = bytes?.toString('latin1') ?? '';
				if (!text.slice(0, 200).includes(beginnings[format])) {
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
		},
	};
}

async function getMany({ world, schedule }: Run, { of, count, limit }: GetManyJob): Promise<Work> {
	const { sandbox } = world;
	const [resource, operation, path, collection] = {
		link: ['link', 'getAll', '/api/urls', 'urls'],
		qrCode: ['qrCode', 'getAll', '/api/qrs', 'qrs'],
		activity: ['analytics', 'getLinkActivity', '/api/url/1/stats/activity', 'activity'],
		webhook: ['webhook', 'getAll', '/api/webhooks', 'webhooks'],
	}[of];
	const fill = { link: 'links', qrCode: 'qrs', activity: 'clicks', webhook: '' }[of];
	if (fill !== '' && count > 0) await sandbox.fill(fill, count);
	for (let n = 0; of === 'webhook' && n < count % 9; n += 1) await subscribe(world, `${n}`);
	const { settings } = schedule.service;
	return {
		resource,
		operation,
		parameters: {
			...(of === 'activity' ? { linkId: { __rl: true, mode: 'id', value: 1 } } : {}),
			...(limit === 0 ? { returnAll: true } : { limit }),
		},
		items: [{ json: {} }],
		flaws: async (result) => {
			if (hasFailed(result) || result.errorItems.length > 0) return [];
			const { names, targets, idsAsStrings, activity, qrTargets } = settings;
			await sandbox.change({ names, targets, idsAsStrings, activity, qrTargets });
			const isPaged = of !== 'webhook';
			const whole = isPaged
				? await sandbox.all(path, collection)
				: ((await sandbox.call(path)).data.webhooks as Json[]);
			const expected = limit === 0 ? whole : whole.slice(0, limit);
			const got = result.items.map(({ json: { linkId, ...json } }) =>
				of === 'activity' || linkId === undefined ? json : { ...json, linkId },
			);
			const isSame = isDeepStrictEqual(got, expected);
			return isSame ? [] : [`${got.length} records come out, the service has ${expected.length}`];
		},
	};
}

async function getLinks({ sandbox }: World) {
	return (await sandbox.all('/api/urls', 'urls')).map(({ id, alias, longurl }) => ({
		id: String(id),
		alias: String(alias),
		longurl: String(longurl),
	}));
}

async function createLinks(
	{ world, password }: Run,
	{ operation, aliases, hasPassword }: CreateLinksJob,
): Promise<Work> {
	const texts = async () =>
		(await getLinks(world)).map(({ id, longurl }) => ({ id, text: longurl }));
	const before = await texts();
	const wanted = aliases.map((_, n) => `https://example.com/row/${n}`);
	const isOnce = operation === 'createOnce';
	return {
		resource: 'link',
		operation,
		parameters: {
			url: '={{ $json.url }}',
			...(isOnce ? { idempotencyKey: '={{ $json.url }}' } : {}),
			additionalFields: {
				[isOnce ? 'slug' : 'alias']: '={{ $json.alias }}',
				...(hasPassword && !isOnce ? { password } : {}),
			},
		},
		items: aliases.map((alias, n) => ({ json: { url: wanted[n], alias } })),
		flaws: async (result) => flawsOfMade(result, wanted, before, await texts()),
	};
}

async function upsert(
	{ world, password }: Run,
	{ aliases, present, hasPassword }: UpsertJob,
): Promise<Work> {
	const { sandbox } = world;
	for (const alias of present) {
		await sandbox.call('/api/url/add', { alias, url: `https://example.com/before/${alias}` });
	}
	const before = new Set((await getLinks(world)).map(({ id }) => id));
	return {
		resource: 'link',
		operation: 'upsert',
		parameters: {
			alias: '={{ $json.alias }}',
			url: '={{ $json.url }}',
			additionalFields: hasPassword ? { password } : {},
		},
		items: aliases.map((alias, n) => ({ json: { alias, url: `https://example.com/row/${n}` } })),
		flaws: async (result) => {
			if (hasFailed(result)) return [];
			const flaws: string[] = [];
			const links = await getLinks(world);
			const succeeded = new Map(result.items.map((item) => [getPlace(item), toId(item)]));
			const open = new Set(
				result.errorItems.filter((item) => MAY_EXIST.test(getText(item))).map(getPlace),
			);
			for (const alias of new Set(aliases)) {
				const link = links.find((one) => one.alias === alias);
				const places = aliases.flatMap((other, n) => (other === alias ? [n] : []));
				const done = places.filter((n) => succeeded.has(n));
				for (const n of done) {
					if (succeeded.get(n) !== link?.id) flaws.push(`row ${n} is the link of another alias`);
				}
				const last = `https://example.com/row/${places.at(-1)}`;
				if (done.length === places.length && link?.longurl !== last) {
					flaws.push(`${alias} leads to ${link?.longurl}, its last row says ${last}`);
				}
				const isNew = link !== undefined && !before.has(link.id);
				if (isNew && done.length === 0 && !places.some((n) => open.has(n))) {
					flaws.push(`${alias} exists, and no item reports it`);
				}
			}
			return flaws;
		},
	};
}

const HOOK = 'https://example.com/hook';
const WANTED = ['link.clicked', 'qr.scanned'];

async function subscribe({ sandbox }: World, path: string, events = WANTED): Promise<number> {
	const url = `https://example.com/${path}`;
	const { data } = await sandbox.call('/api/webhooks/subscribe', { url, events });
	return data.id as number;
}

async function ensureActive(
	{ world, schedule }: Run,
	{ present, alwaysRenew, others }: EnsureActiveJob,
): Promise<Work> {
	const { sandbox } = world;
	for (let n = 0; n < others; n += 1) await subscribe(world, `${n}`);
	if (present !== 'none') {
		const id = await subscribe(world, 'hook', present === 'less' ? [WANTED[0]] : WANTED);
		if (present === 'inactive') await sandbox.deactivate(id);
	}
	const mine = async () =>
		(await sandbox.webhooks()).filter(({ url, active }) => url === HOOK && active);
	const before = await mine();
	// The list hides what is switched off, so nobody can replace it.
	const isHidden = schedule.service.settings.webhooksPerUrl === 'one' && present === 'inactive';
	return {
		resource: 'webhook',
		operation: 'ensureActive',
		parameters: { url: HOOK, events: WANTED, alwaysRenew },
		items: [{ json: {} }],
		flaws: async (result) => {
			const after = await mine();
			const said = result.error
				? `${result.error.message} ${String((result.error as { description?: string }).description)}`
				: result.errorItems.map(getText).join();
			if (said !== '') {
				const isReported =
					MAY_EXIST.test(said) || /no events are delivered|couldn't be deleted/.test(said);
				const hasLost = after.length < Math.min(1, before.length);
				const ids = new Set(before.map(({ id }) => id));
				const isMore = after.some(({ id }) => !ids.has(id));
				return [
					...(hasLost && !isReported ? [`the webhook is gone, unreported: ${said}`] : []),
					...(isMore && after.length > 1 && !isReported && !isHidden
						? [`a second webhook exists, unreported: ${said}`]
						: []),
				];
			}
			const isActive = after.some(({ events }) => WANTED.every((event) => events.includes(event)));
			return [
				...(isActive ? [] : ['no webhook is active']),
				...(after.length > 1 ? [`${after.length} webhooks are active`] : []),
			];
		},
	};
}

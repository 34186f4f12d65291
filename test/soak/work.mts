/** Types and checks that all jobs of the soak test share. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { NodeResult } from '../../packages/n8n-harness/index.mts';
import type { Json } from '../../packages/sandbox/client.mts';
import { getDefaultSettings } from '../../packages/sandbox/control.mts';
import type { Settings, SettingsPatch } from '../../packages/sandbox/settings.mts';
import { getPairs } from '../support/sent.mts';
import type { TriggerWorld } from '../support/trigger.mts';
import type { Schedule } from './schedule.mts';

/** One run of a schedule. */
export interface Run {
	world: TriggerWorld;
	schedule: Schedule;
	settings: Settings;
	password: string;
}

/** A prepared job: the node's parameters and input, and the check of the outcome. */
export interface Work {
	resource: string;
	operation: string;
	parameters: Json;
	items: Array<{ json: IDataObject }>;
	/** True if the job may fail at this deployment even without faults or limits. */
	mayFail?: boolean;
	flaws: (result: NodeResult) => Promise<string[]>;
}

export const MAY_EXIST = /may (have been|still have gone through|still have been|exist)/;

/** Returns the sandbox's default settings, but with the targets of QR codes, so that records can be compared. */
export const plain = (): SettingsPatch => ({ ...getDefaultSettings(), qrTargets: 'shown' });

export const getPlace = (item: INodeExecutionData) => getPairs([item])[0];
/** Returns the ID as a string, even if Link Platform returned a number. */
export const toId = ({ json: { id } }: Pick<INodeExecutionData, 'json'>) =>
	typeof id === 'string' ? id : JSON.stringify(id);
export const getText = ({ json }: INodeExecutionData) => JSON.stringify([json.error, json.message]);
export const hasFailed = ({ error }: NodeResult) => error !== undefined;

/** Returns the message of a failed run, or the messages of all failed items; '' if nothing failed. */
export function getWords({ error, errorItems }: NodeResult) {
	if (!error) return errorItems.map(getText).join();
	return `${error.message} ${String((error as { description?: string }).description)}`;
}

export interface Made {
	/** The record's ID as a string. */
	id: string;
	text: string;
}

const MARKS: Record<string, string> = { '&#039;': "'", '&quot;': '"', '&lt;': '<', '&gt;': '>' };
const REWRITTEN: Partial<Record<Settings['qrNames'], (name: string) => string>> = {
	cut: (name) => name.slice(0, 30),
	lowered: (name) => name.toLowerCase(),
	slugged: (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'),
};

/** Normalizes a name in the ways in which the package and services may change names. */
export function toPlainName(name: unknown, qrNames: Settings['qrNames'] = 'any') {
	const sent = String(name).trim();
	return (REWRITTEN[qrNames]?.(sent) ?? sent)
		.replace(/&(#039|quot|lt|gt);/g, (mark) => MARKS[mark])
		.replace(/<\/?[a-z][^>]*>/gi, '')
		.normalize('NFC')
		.trim()
		.replace(/\s+/g, ' ');
}

/** Returns a URL in a normal form, because the package may send any spelling of it. */
export function toPlainUrl(target: unknown) {
	const text = String(target);
	return URL.canParse(text) ? decodeURI(new URL(text).href).normalize('NFC') : text;
}

/** Returns a QR code as text in a normal form. */
export const toQrText = (name: unknown, target: unknown, qrNames?: Settings['qrNames']) =>
	JSON.stringify([toPlainName(name, qrNames), toPlainUrl(target)]);

/**
 * Checks that every reported record exists, every created record is reported, and no record exists twice. `wanted`
 * contains the expected record of each row.
 */
export function flawsOfMade(result: NodeResult, wanted: string[], before: Made[], after: Made[]) {
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
		const [, id] = /\(ID ([\w-]+)\)/.exec(getText(item)) ?? [];
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

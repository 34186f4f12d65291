import type { IDataObject } from 'n8n-workflow';
import { scalarToText } from '../../api/envelope';
import { parseFigure } from '../../api/dialect';

const COUNT = /(clicks|visitors|visits|views|scans|links|count|total|uniques?)$/i;
const SHARE = /(percent|percentage|share|rate|ratio)$/i;

/** A row of statistics with its counts and percentages as numbers, which some deployments write as texts. */
export function withNumbers(row: IDataObject): IDataObject {
	const entries = Object.entries(row).map(([name, value]) => [
		name,
		toNumber(name, value) ?? value,
	]);
	return Object.fromEntries(entries) as IDataObject;
}

function toNumber(name: string, value: unknown): number | undefined {
	if (COUNT.test(name)) return parseFigure(value);
	if (!SHARE.test(name)) return undefined;
	const text = scalarToText(value).replace(/\s*%\s*$/, '');
	return /^\s*-?[\d.]+\s*$/.test(text) && !isNaN(Number(text)) ? Number(text) : undefined;
}

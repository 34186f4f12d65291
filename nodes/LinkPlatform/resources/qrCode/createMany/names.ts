import type { IDataObject } from 'n8n-workflow';
import { Failure } from '../../../api/failure';
import { isSameTarget } from '../../../api/identity';
import { choice } from '../../../runner/fields';
import type { Row } from '../design';
import { qrCodeMessages } from '../messages';

export type IfNameExists = 'keepSame' | 'keep' | 'update' | 'createOther' | 'create';

export const ifNameExists = choice(
	'If Name Exists',
	'ifNameExists',
	[
		{
			name: 'Create Another',
			value: 'create',
			description: 'Creates a QR code for each row in every run',
		},
		{ name: 'Keep It', value: 'keep', description: 'Wherever it leads' },
		{
			name: 'Keep It if It Leads to the Same URL',
			value: 'keepSame',
			description: 'The row fails if the QR code leads to another URL',
		},
		{
			name: 'Keep It if It Leads to the Same URL, Else Create Another',
			value: 'createOther',
			description: 'For names that are not unique',
		},
		{
			name: 'Keep It, and Change Where It Leads',
			value: 'update',
			description: "Printed codes then lead to the row's URL",
		},
	],
	{ default: 'keepSame', description: 'What to do if the account has a QR code with this name' },
);

/** An existing QR code of the account that has the same name as a row. */
export interface Namesake {
	record: IDataObject;
	/** The target URL of the QR code; undefined if it isn't known. */
	target?: string;
	/** True if the target isn't known, and Link Platform's search for the row's URL finds the QR code. */
	isLikely?: boolean;
}

/** Returns a function that returns true for a QR code with this target. */
export function leadsTo(url: string): (namesake: Namesake) => boolean {
	return ({ target }) => isSameTarget(target, url);
}

export type Decision =
	/** Create the row's QR code. `isAnother` is true if QR codes with this name exist, but lead to other URLs. */
	| { next: 'create'; isAnother: boolean }
	/** Keep this QR code, or change its target to the row's URL. */
	| { next: 'keep' | 'repoint'; namesake: Namesake };

/**
 * Returns what to do with a row whose name was looked up. This depends on 'If Name Exists' (the columns below) and on
 * the targets of the QR codes with the row's name. Throws the row's failure if the table says "fail".
 *
 * | QR codes with the name            | `keepSame` | `keep`           | `update`          | `createOther` |
 * |-----------------------------------|------------|------------------|-------------------|---------------|
 * | none                              | create     | create           | create            | create        |
 * | one that leads to the row's URL   | keep it    | keep it          | keep it           | keep it       |
 * | one that is likely to             | keep it    | keep it          | keep it           | keep it       |
 * | only one, which leads elsewhere   | fail       | keep it          | change its target | create        |
 * | several, which lead elsewhere     | fail       | fail             | fail              | create        |
 * | one with an unknown target        | fail       | keep it if it is | change its target | fail          |
 * |                                   |            | the only one     | if it is the only |               |
 * |                                   |            |                  | one               |               |
 *
 * A QR code that leads to the URL of another row with that name (`urls`) isn't counted, because it belongs to that row.
 * With *Create Another* (`create`), no row is looked up.
 */
export function decide(
	{ name, url }: Row,
	mode: IfNameExists,
	all: Namesake[],
	urls: string[],
): Decision {
	const same = all.find(leadsTo(url));
	if (same) return { next: 'keep', namesake: same };
	const namesakes = all.filter((one) => !urls.some((other) => leadsTo(other)(one)));
	const likely = namesakes.find(({ isLikely }) => isLikely);
	if (likely) return { next: 'keep', namesake: likely };
	const [namesake, another] = namesakes;
	if (!namesake) return { next: 'create', isAnother: false };
	if (another && (mode === 'keep' || mode === 'update'))
		throw Failure.input(qrCodeMessages.severalNamed, { name });
	if (mode === 'keep') return { next: 'keep', namesake };
	if (mode === 'update') return { next: 'repoint', namesake };
	const targets = namesakes.map(({ target }) => target);
	if (targets.includes(undefined)) throw Failure.input(qrCodeMessages.targetUnknown, { name });
	if (mode === 'createOther') return { next: 'create', isAnother: true };
	const values = { name, count: targets.length, url: targets.join(', ') };
	throw Failure.input(qrCodeMessages[another ? 'severalElsewhere' : 'leadsElsewhere'], values);
}

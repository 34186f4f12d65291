import { z } from 'zod/v4';

/** Ids are integers (legacy API, Conventions). */
export const id = z
	.string()
	.regex(/^[1-9]\d{0,14}$/, 'must be a whole number')
	.transform(Number);

const positive = z.coerce.number('must be a whole number').int('must be a whole number').min(1);

/** `page` and `limit` of every paged list. */
export const pageQuery = z.strictObject({ page: positive.optional(), limit: positive.optional() });

export const text = z.string().min(1, 'must not be empty').max(255);
/** Assumed: an empty string removes a value of text, null any other. */
export const emptied = z.literal('').transform(() => null);
export const longText = z.string().max(5000);

/** Assumed: at most 2048 characters, http or https. */
export const webUrl = z
	.string()
	.max(2048)
	// zod's own check would also write it in its normal form.
	.refine((text) => z.url({ protocol: /^https?$/ }).safeParse(text).success, {
		error: 'must be an http or https URL',
	})
	.meta({ format: 'uri' });

export const hexColor = z
	.string()
	.regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a HEX color such as #1A2B3C');

export const hostname = z
	.string()
	.regex(
		/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i,
		'must be a domain name such as go.example.com',
	);

/** Assumed: letters, digits, dash and underscore; of any script where `aliases` says so. */
export const alias = z
	.string()
	.regex(/^[\p{L}\p{M}\p{N}_-]{1,64}$/u, 'may hold letters, digits, dashes and underscores');

/** ISO 8601 date, or date and time; a space instead of the T is accepted too. */
export const dateText = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/, {
		error: 'must be an ISO 8601 date',
		abort: true,
	})
	.refine((value) => !Number.isNaN(parseMoment(value)), 'must be an ISO 8601 date');

/**
 * Returns the milliseconds of a `dateText`, in UTC unless it has an offset. A date without a time is its midnight.
 */
export function parseMoment(value: string): number {
	const iso = value.replace(' ', 'T');
	if (iso.length === 10) return Date.parse(`${iso}T00:00:00Z`);
	return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
}

/** Returns a schema that refuses an empty body: an update must change something. */
export function atLeastOne<T extends z.ZodType>(schema: T): T {
	return schema.refine((body) => Object.keys(body as object).length > 0, 'nothing to change');
}

/** `YYYY-MM-DD HH:MM:SS` in UTC, the timestamps of the legacy API and of link records. */
export function toTimestamp(iso: string): string {
	return iso.slice(0, 19).replace('T', ' ');
}

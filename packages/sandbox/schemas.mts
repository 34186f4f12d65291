import { z } from 'zod';

/** An ID: a positive integer (legacy API, Conventions). */
export const id = z
	.string()
	.regex(/^[1-9]\d{0,14}$/, 'must be a whole number')
	.transform(Number);

const positive = z.coerce.number('must be a whole number').int('must be a whole number').min(1);

/** The query parameters `page` and `limit`, which every paged list accepts. */
export const pageQuery = z.strictObject({ page: positive.optional(), limit: positive.optional() });

/** A text of 1 to 255 characters. */
export const text = z.string().min(1, 'must not be empty').max(255);
/**
 * An empty string that clears a field. Assumed: an empty string clears a text field, and null clears any other field.
 */
export const emptied = z.literal('').transform(() => null);
/** A text of at most 5000 characters, which may be empty. */
export const longText = z.string().max(5000);

/** A URL. Assumed: it is http or https, and has at most 2048 characters. */
export const webUrl = z
	.string()
	.max(2048)
	// Used as a refinement, because zod's own URL type would also normalize the URL.
	.refine((text) => z.url({ protocol: /^https?$/ }).safeParse(text).success, {
		error: 'must be an http or https URL',
	})
	.meta({ format: 'uri' });

/** A HEX color such as `#1A2B3C` or `#123`. */
export const hexColor = z
	.string()
	.regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a HEX color such as #1A2B3C');

/** A domain name such as `go.example.com`. */
export const hostname = z
	.string()
	.regex(
		/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i,
		'must be a domain name such as go.example.com',
	);

/**
 * An alias. Assumed: letters, digits, dashes and underscores. The setting `aliases` can allow letters of any script.
 */
export const alias = z
	.string()
	.regex(/^[\p{L}\p{M}\p{N}_-]{1,64}$/u, 'may hold letters, digits, dashes and underscores');

/** An ISO 8601 date, or date and time. A space instead of the T is also accepted. */
export const dateText = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/, {
		error: 'must be an ISO 8601 date',
		abort: true,
	})
	.refine((value) => !Number.isNaN(parseMoment(value)), 'must be an ISO 8601 date');

/**
 * Returns a `dateText` in milliseconds since 1970. Without an offset, the time is in UTC. A date without a time means
 * midnight.
 */
export function parseMoment(value: string) {
	const iso = value.replace(' ', 'T');
	if (iso.length === 10) return Date.parse(`${iso}T00:00:00Z`);
	return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`);
}

/** Returns a schema that refuses an empty object, because an update must change something. */
export function atLeastOne<T extends z.ZodType>(schema: T) {
	return schema.refine((body) => Object.keys(body as object).length > 0, 'nothing to change');
}

/** Returns a time as `YYYY-MM-DD HH:MM:SS` in UTC, the format of the legacy API and of link records. */
export function toTimestamp(iso: string) {
	return iso.slice(0, 19).replace('T', ' ');
}

/** Returns `count` items `{ n }`, numbered from 0. */
export const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ json: { n } }));

/** The target URL of each item of `rows`, for `link.create`. */
export const ROW_URL = '=https://example.com/{{ $json.n }}';

/** Items `{n}`, from 0. */
export const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ json: { n } }));

/** What each item of `rows` asks `link.create` for. */
export const ROW_URL = '=https://example.com/{{ $json.n }}';

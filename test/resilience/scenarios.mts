/** Items `{n}`, from 0. */
export const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ json: { n } }));

/** What each item of `rows` asks `link.create` for. */
export const ROW_URL = '=https://example.com/{{ $json.n }}';

/** A line for whoever reads the test's output; jest's console would add a stack to each. */
export const print = (line: string) => void process.stdout.write(`${line}\n`);

/** What of an email some mail program does not support. Run by its path: the package is an ES module, which jest doesn't load. */
import { caniemail } from 'caniemail';

const clients = ['gmail.*', 'outlook.*', 'apple-mail.*', 'yahoo.*', 'samsung-email.*', 'gmx.*'];
const others = ['thunderbird.macos', 'protonmail.*'];

const html = await new Response(process.stdin as never).text();
const { issues } = caniemail({ clients: [...clients, ...others] as never, html });
const titles = [...issues.errors.values()].flatMap((all) => all.map(({ title }) => title));
console.log(JSON.stringify([...new Set(titles)].sort()));

/** UTM parameters: which exist, and how they are added to a URL. */
import { withUtm } from '../../nodes/LinkPlatform/resources/link/utm.ts';
import { table } from '../support/table.mts';

test.each(table`
	https://e.example/a | https://e.example/a?utm_source=new
	https://e.example? | https://e.example?utm_source=new
	https://e.example/a?b=c | https://e.example/a?b=c&utm_source=new
	https://e.example/a?b=c#top | https://e.example/a?b=c&utm_source=new#top
	https://e.example/a#top?x=1#y | https://e.example/a?utm_source=new#top?x=1#y
	https://e.example/a?b=c?d | https://e.example/a?b=c?d&utm_source=new
	"https://e.example/a#b\nc" | "https://e.example/a?utm_source=new#b\nc"
	https://e.example/a?utm_source=old&b | https://e.example/a?b&utm_source=new
	https://e.example/a?utm_source&b | https://e.example/a?b&utm_source=new
	https://e.example/a?utm_sources=x | https://e.example/a?utm_sources=x&utm_source=new
	https://e.example/?q=%2F+a%20b | https://e.example/?q=%2F+a%20b&utm_source=new
`)('withUtm adds utm_source=new to %j, replacing any other utm_source', (url, tagged) => {
	expect(withUtm(url, { source: 'new' })).toBe(tagged);
});

test('withUtm adds several UTM tags and encodes their values', () => {
	expect(withUtm('https://e.example', { term: 'a & b', content: 7 })).toBe(
		'https://e.example?utm_term=a%20%26%20b&utm_content=7',
	);
});

test.each(['tel:+49123', 'mailto:a@example.com?subject=x', 'SMS:+49123'])(
	'withUtm leaves %s unchanged, because it opens no web page',
	(url) => {
		expect(withUtm(url, { source: 'new' })).toBe(url);
	},
);

test('withUtm returns the URL unchanged if there are no tags to add', () => {
	expect(withUtm('https://e.example', undefined)).toBe('https://e.example');
});

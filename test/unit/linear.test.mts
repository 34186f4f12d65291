/**
 * Checks that loops and regular expressions that are built at run time read long text in linear time. The linter checks
 * literal regular expressions.
 */
import { Redactor } from '../../nodes/LinkPlatform/api/redactor.ts';
import { parseCsv } from '../../nodes/LinkPlatform/resources/subscriber/parseCsv.ts';
import { toFileName } from '../../nodes/LinkPlatform/runner/fileNames.ts';

const SIZE = 64 * 1024;
const pieces = [
	'1',
	' ',
	'\n',
	'\r\n',
	'a ',
	'"',
	'""',
	',',
	'&#1',
	'.',
	'api key ',
	'aB',
	'😀',
	'%2f',
];
const texts = pieces.flatMap((piece) => {
	const text = piece.repeat(Math.ceil(SIZE / piece.length));
	return [text, `${text}x`];
});

const secrets = { password: 'a', other: 'aaaaaaa' };
const redactor = new Redactor(['lp_key_of_the_credential']).with(secrets);
const readers: Record<string, (text: string) => unknown> = {
	redactText: (text) => redactor.redactText(text),
	redactJson: (text) => redactor.redactJson({ [text]: text }, text),
	parseCsv: (text) => {
		try {
			return parseCsv(text);
		} catch {
			// Some texts aren't CSV, so `parseCsv` throws an error.
			return undefined;
		}
	},
	toFileName: (text) => toFileName([text, 'x'], 'png'),
};

// Quadratic work would take minutes here, more than the time limit of a test.
test.each(Object.keys(readers))(
	'the function %s processes 64 kB of any kind of text in linear time',
	(name) => {
		for (const text of texts) readers[name](text);
	},
);

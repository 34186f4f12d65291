/** The pacing of a credential: defaults, numbers, and rejected values. */
import { pacingFields, parsePacing } from '../../nodes/LinkPlatform/adapter/pacing.ts';
import { table } from '../support/table.mts';

const byDefault = { concurrency: 5, maxWait: 3600, timeout: 60 };

test.each([
	['no pacing, as saved by earlier versions', {}],
	['undefined', { concurrency: undefined, maxWait: undefined, timeout: undefined }],
	['null', { concurrency: null, maxWait: null, timeout: null }],
	['empty texts', { concurrency: '', maxWait: ' ', timeout: '\n' }],
	['other fields', { apiUrl: 'https://links.example', advanced: true }],
])('a credential with %s uses the default pacing', (_, credential) => {
	expect(parsePacing(credential)).toEqual(byDefault);
	expect(pacingFields.map((field) => [field.name, field.default])).toEqual(
		Object.entries(byDefault),
	);
});

test.each([
	[{ concurrency: 1, maxWait: 0, timeout: 1 }],
	[{ concurrency: 50, maxWait: 1e9, timeout: 1e9 }],
])("parsePacing returns numbers within each field's range unchanged: %j", (pacing) => {
	expect(parsePacing(pacing)).toEqual(pacing);
});

test.each(table<[Record<string, unknown>, object]>`
	{"concurrency": "5", "maxWait": "600", "timeout": "30"} | {"concurrency": 5, "maxWait": 600, "timeout": 30}
	{"concurrency": " 10\n"} | {"concurrency": 10, "maxWait": 3600, "timeout": 60}
	{"timeout": "1e3"} | {"concurrency": 5, "maxWait": 3600, "timeout": 1000}
`)(
	'parsePacing converts numeric strings, as external secrets return them, to numbers: %j',
	(given, pacing) => {
		expect(parsePacing(given)).toEqual(pacing);
	},
);

const label = {
	concurrency: 'Concurrency',
	maxWait: 'Max Wait (Seconds)',
	timeout: 'Timeout (Seconds)',
};

test.each<[keyof typeof label, unknown, string]>([
	['concurrency', 0, '1 or more'],
	['concurrency', '0', '1 or more'],
	['concurrency', -3, '1 or more'],
	['concurrency', 51, '50 or less'],
	['concurrency', 1e9, '50 or less'],
	['concurrency', 2.5, 'a whole number'],
	['concurrency', 'many', 'a whole number'],
	['concurrency', NaN, 'a whole number'],
	['concurrency', true, 'a whole number'],
	['concurrency', { a: 1 }, 'a whole number'],
	['maxWait', -1, '0 or more'],
	['maxWait', Infinity, 'a whole number'],
	['maxWait', '1 h', 'a whole number'],
	['timeout', 0, '1 or more'],
	['timeout', '-1', '1 or more'],
	['timeout', ['x'], 'a whole number'],
	['timeout', '6,5', 'a whole number'],
])("the pacing field '%s' with %j is rejected: the value must be %s", (name, value, wanted) => {
	expect(() => parsePacing({ [name]: value })).toThrow(
		expect.objectContaining({
			message: `'${label[name]}' in the credential must be ${wanted}`,
			description: "Correct it under 'Advanced' in the credential",
			kind: 'input',
		}) as Error,
	);
});

test('the error for an invalid pacing value hides the value, because an expression may have returned a secret', () => {
	expect(() => parsePacing({ concurrency: 'lp_key_0123456789' })).toThrow(
		expect.objectContaining({ message: expect.not.stringContaining('lp_key') }) as Error,
	);
});

/** A/B tests decided by conversions: what chance alone decides, and what is done with a winner. */
import type { IDataObject } from 'n8n-workflow';
import { readExample } from '../../../tools/docs/runSelfTest.mts';
import { createRandom } from '../../../tools/random.mts';
import { setUp, useTemplates } from './templates.mts';

const { world, opened, run } = useTemplates();

const name = 'ab-winner';
const code = readExample(name).nodes.find((node) => node.name === 'Decide')!.parameters.jsCode;

interface Count extends IDataObject {
	linkId: number;
	url: string;
	visitors: number;
	conversions: number;
}

/** The text of the Code node, on such counts. */
function decide(counts: Count[], planned: number): Array<{ json: { winner: string } }> {
	const items = (rows: IDataObject[]) => ({ all: () => rows.map((json) => ({ json })) });
	const rows = counts.map(({ linkId, url }) => ({ linkId, url, visitors: planned }));
	// eslint-disable-next-line @typescript-eslint/no-implied-eval
	const node = new Function('$', '$input', code as string) as typeof decide;
	return node((() => items(rows)) as never, items(counts) as never);
}

/** The share of tests with a winner, of pages with these rates, looked at every day until they are decided. */
function simulate(rates: number[], { tests, planned, perDay }: Record<string, number>) {
	const random = createRandom(7);
	let won = 0;
	for (let test = 0; test < tests; test += 1) {
		const counts = rates.map((_, page) => ({
			...{ linkId: 1, url: `page ${page}`, visitors: 0, conversions: 0 },
		}));
		let ended: ReturnType<typeof decide> = [];
		while (ended.length === 0) {
			for (let visit = 0; visit < perDay; visit += 1) {
				const page = Math.floor(random() * rates.length);
				counts[page].visitors += 1;
				if (random() < rates[page]) counts[page].conversions += 1;
			}
			ended = decide(counts, planned);
		}
		if (ended[0].json.winner) won += 1;
	}
	return won / tests;
}

test.each([
	['two', [0.1, 0.1], 400],
	['two that nearly everybody converts on', [0.9, 0.9], 200],
	['two that few convert on', [0.01, 0.01], 600],
	['three', [0.1, 0.1, 0.1], 300],
	['four', [0.2, 0.2, 0.2, 0.2], 200],
])('of equal pages, %s, fewer than 5 %% of tests have a winner', (_, rates, planned) => {
	expect(simulate(rates, { tests: 2000, planned, perDay: 40 })).toBeLessThan(0.05);
});

test('as many visitors as the note says find the better page in four of five tests', () => {
	expect(simulate([0.1, 0.13], { tests: 300, planned: 1700, perDay: 400 })).toBeGreaterThan(0.75);
	expect(simulate([0.1, 0.12], { tests: 300, planned: 3800, perDay: 900 })).toBeGreaterThan(0.75);
});

test.each<[string, number[][], number]>([
	[
		'too few visitors of one page',
		[
			[99, 50],
			[500, 10],
		],
		100,
	],
	[
		'nobody',
		[
			[0, 0],
			[0, 0],
		],
		0,
	],
	['one page', [[500, 100]], 100],
	[
		'five pages',
		[
			[9, 1],
			[9, 1],
			[9, 1],
			[9, 1],
			[9, 9],
		],
		5,
	],
])('%s: the test goes on', (_, pages, planned) => {
	expect(decide(pages.map(toCount), planned)).toEqual([]);
});

test.each<[string, number[][]]>([
	[
		'no conversion at all',
		[
			[500, 0],
			[500, 0],
		],
	],
	[
		'everybody converts',
		[
			[500, 500],
			[500, 500],
		],
	],
	[
		'more conversions than visitors',
		[
			[500, 700],
			[500, 690],
		],
	],
])('%s: the test ends without a winner', (_, pages) => {
	expect(decide(pages.map(toCount), 100)).toMatchObject([{ json: { winner: '' } }]);
});

function toCount([visitors, conversions]: number[], page: number): Count {
	return { linkId: 1, url: `page ${page}`, visitors, conversions };
}

describe('the template', () => {
	const longUrl = async () => (await world.sandbox.call('/api/url/4')).data.longurl;
	const conversions = async (...counts: number[]) => {
		for (const [index, uniqueVisitors] of counts.entries()) {
			const stats = { totalClicks: 50, uniqueVisitors };
			await world.respond(`/api/url/${index + 1}/stats`, stats);
		}
	};
	const said = () => opened.fakeNodes.of('Notify by Slack').map(({ text }) => text);
	const table = () => opened.fakeNodes.tables.rows('AB tests');

	test('sends everybody to the winner, and closes the test', async () => {
		await conversions(6, 0);
		expect((await run(setUp(name), 'Every Day')).status).toBe('success');
		expect(await longUrl()).toBe('https://example.com/try/a');
		expect(said()).toEqual([expect.stringMatching(/won by .*try.a.*6 of 6.*0 of 4/)]);
		expect(table()).toMatchObject([
			{ running: false, winner: 'https://example.com/try/a' },
			{ running: false },
		]);
	});

	test('changes nothing where the difference may be chance', async () => {
		await conversions(2, 1);
		await run(setUp(name), 'Every Day');
		expect(await longUrl()).toBe('https://example.com/try');
		expect(said()).toEqual([expect.stringContaining('not decided')]);
		expect(table()).toMatchObject([{ running: false, winner: 'not decided' }, {}]);
	});

	test('does not decide a test of which one page could not be read, and says so', async () => {
		await conversions(6);
		await world.fault('/api/url/2/stats', { type: 'status', status: 404 });
		await run(setUp(name), 'Every Day');
		expect(await longUrl()).toBe('https://example.com/try');
		expect(said()).toEqual([expect.stringContaining('was not evaluated')]);
	});
});

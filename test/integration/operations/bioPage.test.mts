import { getJson } from '../../support/sent.mts';
import { byId, useWorld } from '../../support/world.mts';

const world = useWorld();

const bioPageId = byId(1);

test("bioPage.getPublic sends no API key, whatever 'Send Key As' is set to", async () => {
	const key = world.apiKey;
	for (const sendKeyAs of ['bearer', 'header']) {
		const credentials = { linkPlatformApi: { ...world.credential, sendKeyAs } };
		await world.run('bioPage', 'get', { bioPageId }, { credentials });
		const record = await world.first('bioPage', 'getPublic', { slug: 'demo' }, { credentials });
		expect(record).toMatchObject({ slug: 'demo', blocks: [{ key: 'welcome' }, {}, {}] });
	}
	const [withKey, without, withHeader, withoutHeader] = await world.requests();
	expect(withKey.headers.authorization).toBe(`Bearer ${key}`);
	expect(withHeader.headers['x-api-key']).toBe(key);
	for (const { headers } of [without, withoutHeader]) {
		expect(headers).not.toHaveProperty('authorization');
		expect(headers).not.toHaveProperty('x-api-key');
		expect(JSON.stringify(headers)).not.toContain(key);
	}
});

describe('bioPage.getBlockTypes', () => {
	/** Makes Link Platform return this data as the next list of block types. */
	const answerWith = (data: unknown) => world.respond('/api/bio/widgets', data, { times: 1 });
	const two = [{ name: 'link' }, { name: 'text' }];
	test.each([
		['an array of names', ['link', 'text'], two],
		['an array of names inside an object', { blocks: ['link', 'text'] }, two],
		['an empty array', [], []],
	])('bioPage.getBlockTypes reads a response with %s', async (_name, data, expected) => {
		await answerWith(data);
		expect(getJson((await world.run('bioPage', 'getBlockTypes')).items)).toEqual(expected);
	});

	test('bioPage.getBlockTypes fails if the response contains no list', async () => {
		await answerWith({ link: { label: 'Link' } });
		const failure = await world.fail('bioPage', 'getBlockTypes');
		expect(failure.error).toContain('returned no list');
	});
});

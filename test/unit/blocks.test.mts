/** The blocks of a bio page: as a page may hold them, and as users may enter them. */
import { getLabel, parseBlocks } from '../../nodes/LinkPlatform/resources/bioPage/blocks.ts';
import { parseNewBlocks, toReason } from '../../nodes/LinkPlatform/resources/bioPage/newBlocks.ts';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';

const block = { key: 'a', type: 'text', content: { text: 'Hello' } };

test.each<[string, unknown, unknown]>([
	['a list', { data: { blocks: [block] } }, [block]],
	['a list without envelope', { blocks: [block] }, [block]],
	[
		'a list with positions in another order',
		{
			data: {
				blocks: [
					{ ...block, position: 2 },
					{ ...block, key: 'b', position: '1' },
				],
			},
		},
		[{ ...block, key: 'b' }, block],
	],
	[
		'a list of which some have positions',
		{ data: { blocks: [block, { ...block, key: 'b', position: 0 }] } },
		[block, { ...block, key: 'b' }],
	],
	[
		'known by id',
		{ data: { blocks: [{ id: 7, type: 'text' }] } },
		[{ key: 7, type: 'text', content: {} }],
	],
	[
		'without content, said in one way or another',
		{ data: { blocks: [null, []].map((content) => ({ key: 'a', type: 'text', content })) } },
		Array(2).fill({ key: 'a', type: 'text', content: {} }),
	],
	[
		'of a content that is a text',
		{ data: { blocks: [{ ...block, content: '{"text":"Hello"}' }] } },
		[{ ...block, content: undefined }],
	],
	['without type and key', { data: { blocks: [{}] } }, [{ key: '', type: '', content: {} }]],
	['an empty list', { data: { bio: 'Text', blocks: [] } }, []],
	['names', { data: { blocks: ['a'] } }, undefined],
	[
		'keyed',
		{ data: { blocks: { b: { type: 'text', content: {} }, c: block } } },
		[{ key: 'b', type: 'text', content: {} }, block],
	],
	['keyed names', { data: { blocks: { a: 'text' } } }, undefined],
	['missing', { data: { id: 1, name: 'Page' } }, undefined],
	['no page', { data: ['a'] }, undefined],
])('blocks that are %s', (_name, body, blocks) => {
	expect(parseBlocks(body)).toEqual(blocks);
});

test.each([
	[{ title: 'Shop', text: 'x' }, 'link: Shop (k)'],
	[{ title: '', url: 'https://a.example' }, 'link: https://a.example (k)'],
	[{ name: 'a'.repeat(70) }, `link: ${'a'.repeat(60)} (k)`],
	[{ title: 7 }, 'link (k)'],
])('block with %j is shown as %s', (content, label) => {
	expect(getLabel({ key: 'k', type: 'link', content })).toBe(label);
});

test('new blocks are read as Get returns them, in the order given, and keep type and content alone', () => {
	const given = [
		{ ...block, position: 3, note: 'x' },
		{ type: ' divider ' },
		{ type: 'text', content: null },
		{ id: 7, type: 'text', position: 2, content: [] },
	];
	expect(parseNewBlocks(given)).toEqual([
		{ type: 'text', content: { text: 'Hello' } },
		{ type: 'divider', content: {} },
		{ type: 'text', content: {} },
		{ type: 'text', content: {} },
	]);
	expect(parseNewBlocks([])).toEqual([]);
});

test.each<[unknown, string]>([
	[{}, "'Blocks' must be a JSON array (got object)"],
	[null, "'Blocks' must be a JSON array (got null)"],
	['[]', "'Blocks' must be a JSON array (got string)"],
	[false, "'Blocks' must be a JSON array (got boolean)"],
	[[block, null], "Entry 2 of 'Blocks' has no 'type'"],
	[[block, []], "Entry 2 of 'Blocks' has no 'type'"],
	[[{ type: ['text'] }], "Entry 1 of 'Blocks' has no 'type'"],
	[[{ type: '  ' }], "Entry 1 of 'Blocks' has no 'type'"],
	[[{ type: 'text', content: 'x' }], "The 'content' of entry 1 of 'Blocks' must be an object"],
	[[{ type: 'text', content: ['a'] }], "The 'content' of entry 1 of 'Blocks' must be an object"],
])('new blocks that are %j are refused', (given, message) => {
	expect(() => parseNewBlocks(given)).toThrow(
		expect.objectContaining({ kind: 'input', message }) as Error,
	);
});

test('the reason is the message of a refusal; other failures add what to do', () => {
	expect(toReason(Failure.refused({ message: 'No more.', description: 'Try later' }))).toBe(
		'No more.',
	);
	expect(toReason(Failure.unusable({ message: 'Cut off', description: 'Look first' }))).toBe(
		'Cut off. Look first',
	);
});

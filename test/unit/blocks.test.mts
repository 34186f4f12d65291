/** The blocks of a bio page: as a page may hold them, and as users may enter them. */
import { getLabel, parseBlocks } from '../../nodes/LinkPlatform/resources/bioPage/blocks.ts';
import { parseNewBlocks } from '../../nodes/LinkPlatform/resources/bioPage/newBlocks.ts';
import { table } from '../support/table.mts';

const block = { key: 'a', type: 'text', content: { text: 'Hello' } };

test.each([
	['in a list', { data: { blocks: [block] } }, [block]],
	['in a list without an envelope', { blocks: [block] }, [block]],
	[
		'listed in an order other than their positions',
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
		'listed partly without positions',
		{ data: { blocks: [block, { ...block, key: 'b', position: 0 }] } },
		[{ ...block, key: 'b' }, block],
	],
	[
		'identified by id instead of key',
		{ data: { blocks: [{ id: 7, type: 'text' }] } },
		[{ key: '7', type: 'text', content: undefined }],
	],
	[
		'without content, as null or an empty list',
		{ data: { blocks: [null, []].map((content) => ({ key: 'a', type: 'text', content })) } },
		Array(2).fill({ key: 'a', type: 'text', content: {} }),
	],
	[
		'with a string as content',
		{ data: { blocks: [{ ...block, content: '{"text":"Hello"}' }] } },
		[{ ...block, content: '{"text":"Hello"}' }],
	],
	[
		'without a type and a key',
		{ data: { blocks: [{}] } },
		[{ key: '', type: '', content: undefined }],
	],
	['an empty list of blocks', { data: { bio: 'Text', blocks: [] } }, []],
	['null instead of an empty list', { data: { bio: 'Text', blocks: null } }, []],
	['a list of names', { data: { blocks: ['a'] } }, undefined],
	[
		'an object with keys',
		{ data: { blocks: { b: { type: 'text', content: {} }, c: block } } },
		[{ key: 'b', type: 'text', content: {} }, block],
	],
	['an object of names', { data: { blocks: { a: 'text' } } }, undefined],
	['missing', { data: { id: 1, name: 'Page' } }, undefined],
	["missing because the data isn't a page", { data: ['a'] }, undefined],
])('parseBlocks handles blocks that are %s', (_name, body, blocks) => {
	expect(parseBlocks(body)).toEqual(blocks);
});

test.each(table<[object, string]>`
	{"title": "Shop", "text": "x"} | link: Shop (k)
	{"title": "", "url": "https://a.example"} | link: https://a.example (k)
	{"name": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"} | link: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… (k)
	{"title": {}} | link (k)
`)('getLabel describes a block with the content %j as %s', (content, label) => {
	expect(getLabel({ key: 'k', type: 'link', content })).toBe(label);
});

test('parseNewBlocks keeps only the type and content of each block, in the given order', () => {
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

test.each(table<[unknown, string]>`
	{} | 'Blocks' must be a JSON array
	null | 'Blocks' must be a JSON array
	"[]" | 'Blocks' must be a JSON array
	false | 'Blocks' must be a JSON array
	[{"key": "a", "type": "text", "content": {"text": "Hello"}}, null] | Entry 2 of 'Blocks' must have a 'type', and an object as 'content'
	[{"key": "a", "type": "text", "content": {"text": "Hello"}}, []] | Entry 2 of 'Blocks' must have a 'type', and an object as 'content'
	[{"type": ["text"]}] | Entry 1 of 'Blocks' must have a 'type', and an object as 'content'
	[{"type": "  "}] | Entry 1 of 'Blocks' must have a 'type', and an object as 'content'
	[{"type": "text", "content": "x"}] | Entry 1 of 'Blocks' must have a 'type', and an object as 'content'
	[{"type": "text", "content": ["a"]}] | Entry 1 of 'Blocks' must have a 'type', and an object as 'content'
`)('parseNewBlocks rejects the blocks %j', (given, message) => {
	expect(() => parseNewBlocks(given)).toThrow(
		expect.objectContaining({ kind: 'input', message }) as Error,
	);
});

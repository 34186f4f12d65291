/** The output of a trigger with 'Simplify' on. */
import type { IDataObject } from 'n8n-workflow';
import { toSimplified } from '../../nodes/LinkPlatform/events/simplify.ts';

const own = { event: 'link.clicked', deliveryId: 'd', timestamp: '2026-03-01T09:00:00Z' };

test.each<[string, data: IDataObject[string], rest: IDataObject, IDataObject]>([
	[
		'The fields of data come beside those of the event',
		{ linkId: 1, geo: { city: 'Köln' } },
		{},
		{ linkId: 1, geo: { city: 'Köln' } },
	],
	[
		'A field of data with the name of one of the three comes as data_<name>',
		{ event: 'a', deliveryId: 'b', timestamp: 'c', data: 'd' },
		{},
		{ data_event: 'a', data_deliveryId: 'b', data_timestamp: 'c', data: 'd' },
	],
	[
		'A prefix that is taken is put before the name once more',
		{ event: 'a', data_event: 'b', data_data_event: 'c' },
		{},
		{ data_data_data_event: 'a', data_event: 'b', data_data_event: 'c' },
	],
	[
		'Only a test event has the field test, and that of data comes as data_test',
		{ test: 'A/B', alias: 'x' },
		{ test: true },
		{ data_test: 'A/B', alias: 'x', test: true },
	],
	['A field test of a real event comes as data_test', { test: true }, {}, { data_test: true }],
	[
		'A field of the body gets the next free name',
		{ id: 1, body_id: 2 },
		{ id: 'evt_7' },
		{ id: 1, body_id: 2, body_body_id: 'evt_7' },
	],
	['Other fields of the body keep their names', { alias: 'x' }, { id: 7 }, { alias: 'x', id: 7 }],
	[
		'Of two fields with one name, that of data has it',
		{ id: 1 },
		{ id: 'evt_7' },
		{ id: 1, body_id: 'evt_7' },
	],
	['A field named as a method of every object keeps its name', { valueOf: 1 }, {}, { valueOf: 1 }],
	['A list stays data', [1, 2], {}, { data: [1, 2] }],
	['A text stays data', 'text', {}, { data: 'text' }],
	['Null stays data', null, {}, { data: null }],
	['No data gives no field', undefined, {}, {}],
	['Data without fields gives no field', {}, {}, {}],
])('toSimplified follows the rule: %s', (_, data, rest, expected) => {
	const simplified = toSimplified({ ...rest, ...own, data });
	expect(simplified).toEqual({ ...own, ...expected });
	expect(Object.keys(simplified).slice(0, 3)).toEqual(Object.keys(own));
});

test('a field of data named __proto__ stays a field', () => {
	const data = JSON.parse('{"__proto__": {"isAdmin": true}}') as IDataObject;
	const simplified = toSimplified({ ...own, data });
	expect(Object.keys(simplified)).toContain('__proto__');
	expect(simplified.isAdmin).toBeUndefined();
});

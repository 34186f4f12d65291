/** The output of a trigger with 'Simplify' on. */
import type { IDataObject } from 'n8n-workflow';
import { toSimplified } from '../../nodes/LinkPlatform/events/simplify.ts';

const own = { event: 'link.clicked', deliveryId: 'd', timestamp: '2026-03-01T09:00:00Z' };

test.each([
	[
		'fields of data are put next to those of the event',
		{ linkId: 1, geo: { city: 'Köln' } },
		{},
		{ linkId: 1, geo: { city: 'Köln' } },
	],
	[
		"a field of data named like one of the event's three fields becomes data_<name>",
		{ event: 'a', deliveryId: 'b', timestamp: 'c', data: 'd' },
		{},
		{ data_event: 'a', data_deliveryId: 'b', data_timestamp: 'c', data: 'd' },
	],
	[
		'if the name with a prefix is taken, the prefix is added again',
		{ event: 'a', data_event: 'b', data_data_event: 'c' },
		{},
		{ data_data_data_event: 'a', data_event: 'b', data_data_event: 'c' },
	],
	[
		'only a test event has the field test; a field test of data becomes data_test',
		{ test: 'A/B', alias: 'x' },
		{ test: true },
		{ data_test: 'A/B', alias: 'x', test: true },
	],
	[
		'in a real event, a field test of data becomes data_test',
		{ test: true },
		{},
		{ data_test: true },
	],
	[
		'a field of the body gets the next free name',
		{ id: 1, body_id: 2 },
		{ id: 'evt_7' },
		{ id: 1, body_id: 2, body_body_id: 'evt_7' },
	],
	[
		'two fields of the body never get the same name',
		{ id: 1, body_id: 2 },
		{ id: 'evt_7', body_id: 'evt_8' },
		{ id: 1, body_id: 2, body_body_id: 'evt_7', body_body_body_id: 'evt_8' },
	],
	['other fields of the body keep their names', { alias: 'x' }, { id: 7 }, { alias: 'x', id: 7 }],
	[
		'if data and the body have a field of the same name, the one in the body is renamed',
		{ id: 1 },
		{ id: 'evt_7' },
		{ id: 1, body_id: 'evt_7' },
	],
	[
		'a field named like a method of every object keeps its name',
		{ valueOf: 1 },
		{},
		{ valueOf: 1 },
	],
	['a list in data is kept as the field data', [1, 2], {}, { data: [1, 2] }],
	['a string in data is kept as the field data', 'text', {}, { data: 'text' }],
	['null in data is kept as the field data', null, {}, { data: null }],
	['missing data adds no field', undefined, {}, {}],
	['data without fields adds no field', {}, {}, {}],
])('toSimplified flattens an event: %s', (_, data, rest, expected) => {
	const simplified = toSimplified({ ...rest, ...own, data });
	expect(simplified).toEqual({ ...own, ...expected });
	expect(Object.keys(simplified).slice(0, 3)).toEqual(Object.keys(own));
});

test('toSimplified keeps a data field named __proto__ as an ordinary field', () => {
	const data = JSON.parse('{"__proto__": {"isAdmin": true}}') as IDataObject;
	const simplified = toSimplified({ ...own, data });
	expect(Object.keys(simplified)).toContain('__proto__');
	expect(simplified.isAdmin).toBeUndefined();
});

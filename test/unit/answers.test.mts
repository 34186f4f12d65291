/** The outcome of each response for each kind of request: success, or a failure that states how much is known. */
import type { Client } from '../../nodes/LinkPlatform/api/client.ts';
import { getVerdict, isDeleted } from '../../nodes/LinkPlatform/api/envelope.ts';
import { Failure } from '../../nodes/LinkPlatform/api/failure.ts';
import { getDoubt, readEntry } from '../../nodes/LinkPlatform/api/failures.ts';
import { readPage } from '../../nodes/LinkPlatform/api/paging.ts';
import { toRequest, type Route } from '../../nodes/LinkPlatform/api/route.ts';
import { table } from '../support/table.mts';

const ids = { linkId: 1, qrCodeId: 1, fileName: 'a', bioPageId: 1, campaignId: 1 };

/** Returns 'yes' if the response proves success, 'refused', or else the start of the failure's message. */
function judge(route: Route, body: unknown) {
	if (getVerdict(body) === 'refused') return 'refused';
	if (route.startsWith('DELETE')) return isDeleted(body) ? 'yes' : 'not confirmed';
	const doubt = getDoubt(body, toRequest(route, ids));
	if (!doubt) return 'yes';
	expect(doubt).toMatchObject({ kind: 'unknown', details: { reason: 'notKnown' } });
	if (doubt.message.startsWith('Link Platform returned no record')) return 'no record';
	return doubt.message.startsWith("Link Platform didn't return")
		? 'no new record'
		: 'not confirmed';
}

async function judgeList(body: unknown) {
	if (getVerdict(body) === 'refused') return 'refused';
	const send = (_: unknown, read: (json: unknown) => unknown) => Promise.resolve(read(body));
	const list = { collections: ['urls'] };
	const page = await readPage({ send } as unknown as Client, list, toRequest('GET /api/urls'));
	return page instanceof Failure ? 'no list' : `${page.records.length} records`;
}

function judgeEntry(body: unknown) {
	const entry = readEntry(body);
	if (entry === undefined) return 'neither';
	return entry instanceof Failure ? 'refused' : 'yes';
}

const READ: Route = 'GET /api/url/{linkId}';
const CREATE: Route = 'POST /api/url/add';
const UPDATE: Route = 'PUT /api/url/{linkId}/update';
const DELETE: Route = 'DELETE /api/url/{linkId}/delete';

/** The outcomes of each body in this order: read, create, update, delete, list, entry of a batch. */
const TABLE = table<[body: unknown, ...outcomes: string[]]>`
	{"error": 0, "data": {"id": 1}} | yes | yes | yes | yes | no list | yes
	{"error": "0", "id": 1} | yes | yes | yes | yes | no list | yes
	{"error": false, "id": 1} | yes | yes | yes | yes | no list | yes
	{"data": {"id": 1}} | yes | yes | yes | not confirmed | no list | yes
	{"id": 1} | yes | yes | yes | not confirmed | no list | yes
	{"id": 1, "status": "error", "code": 404} | yes | yes | yes | not confirmed | no list | yes
	{"data": {"id": 0, "name": "a"}} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"error": 0, "data": {"name": "a"}} | yes | no new record | yes | yes | no list | neither
	{"error": 0, "data": {"id": null, "name": "a"}, "message": "Taken"} | no record | no new record | yes | yes | no list | neither
	{"error": 0} | no record | no new record | yes | yes | no list | neither
	{"error": 0, "data": null} | no record | no new record | yes | yes | 0 records | neither
	{"error": 0, "data": []} | no record | no new record | yes | yes | 0 records | neither
	{"error": 0, "data": [null]} | no record | no new record | yes | yes | no list | neither
	{"id": null, "alias": "a", "message": "Taken"} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"data": {"id": 0, "slug": "a"}} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"key": "", "slug": "a"} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"id": 1, "key": null} | yes | yes | yes | not confirmed | no list | yes
	{"error": 0, "message": "Done"} | no record | yes | yes | yes | no list | neither
	{"success": true} | no record | no new record | yes | yes | no list | neither
	{"success": true, "id": 1} | yes | yes | yes | yes | no list | yes
	{"deleted": true} | no record | no new record | not confirmed | yes | no list | neither
	undefined | no record | no new record | yes | not confirmed | no list | neither
	{} | no record | no new record | not confirmed | not confirmed | no list | neither
	[] | no record | no new record | not confirmed | not confirmed | 0 records | neither
	{"data": null} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"data": {}} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"message": "Unauthorized"} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"status": "error", "message": "No."} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"status": false, "msg": "No."} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"code": 1001, "msg": "No.", "data": null} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"errorCode": 7} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"fault": {"faultstring": "No."}} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"maintenance": true} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"errors": [{"message": "No."}]} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"data": {"status": "error"}} | no record | no new record | not confirmed | not confirmed | no list | neither
	{"error": 1, "message": "No."} | refused | refused | refused | refused | refused | refused
	{"error": true} | refused | refused | refused | refused | refused | refused
	{"success": false} | refused | refused | refused | refused | refused | refused
	{"success": false, "data": {"id": 1}} | refused | refused | refused | refused | refused | refused
	{"success": false, "id": null, "name": "A", "message": "Invalid URL"} | refused | refused | refused | refused | refused | refused
	{"success": false, "id": 1, "name": "A", "message": "Invalid URL"} | refused | refused | refused | refused | refused | refused
	{"error": 0, "data": {"error": 1, "message": "No."}} | refused | refused | refused | refused | refused | refused
	{"data": {"success": false}} | refused | refused | refused | refused | refused | refused
	{"error": 0, "data": {"id": 1, "success": false, "message": "Invalid URL"}} | refused | refused | refused | refused | refused | refused
	{"data": {"error": "No."}} | refused | refused | refused | refused | refused | refused
	[{"error": 1}] | no record | no new record | not confirmed | not confirmed | no list | neither
	{"data": [{"error": 1}, {"error": 1}]} | no record | no new record | not confirmed | not confirmed | no list | neither
	[{"id": 1}, "Busy"] | no record | no new record | not confirmed | not confirmed | no list | neither
	[{"message": "Busy"}] | no record | no new record | not confirmed | not confirmed | no list | neither
	[{"id": 1}, {"id": null}] | no record | no new record | not confirmed | not confirmed | 2 records | neither
	[{"id": 1}, {"id": 2}] | no record | no new record | not confirmed | not confirmed | 2 records | neither
`;

test.each(TABLE)(
	'reading, creating, updating, deleting, listing and batches have the right outcome with the response body %j',
	async (body, ...outcomes) => {
		expect(getDoubt(body, toRequest('POST /api/qr/bulk'))).toBeUndefined();
		expect([
			...[READ, CREATE, UPDATE, DELETE].map((route) => judge(route, body)),
			await judgeList(body),
			judgeEntry(body),
		]).toEqual(outcomes);
	},
);

test.each(table<[Route, object, string]>`
	GET /api/account | {"email": "a@example.com"} | yes
	GET /api/account | {"email": null} | no record
	GET /api/account | {"id": null, "email": "", "plan": "guest"} | no record
	GET /api/account | {"urls": 7} | no record
	GET /api/account/stats | {"urls": 0} | yes
	GET /api/url/{linkId}/stats | {"totalClicks": 0} | yes
`)(
	'the response body %2$j, which has no ID, proves the success of %1$s: %3$s',
	(route, body, outcome) => {
		expect(judge(route, body)).toBe(outcome);
	},
);

test.each([
	[{ error: 1, message: 'Name taken' }, 'Name taken'],
	[{ error: 1 }, 'Link Platform refused this row'],
])('the failure of the batch entry %j says: %s', (entry, message) => {
	expect(readEntry(entry)).toMatchObject({ message });
});

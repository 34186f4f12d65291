import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../../api/client';
import { choice, collection } from '../../runner/fields';
import type { CompositeOperation } from '../../runner/operation';
import { withTarget } from '../../api/dialect';
import { scalarToText } from '../../api/envelope';
import { toRequest } from '../../api/route';
import { Failure, toFailure } from '../../api/failure';
import { fill } from '../../api/fill';
import { sendForRecord } from '../../runner/requests';
import { toAliasKey } from '../../api/identity';
import { addLink, getLinkLookup, isOtherAlias } from './linkLookup';
import { linkMessages } from './messages';
import { alias, linkBody, linkSettings, targetUrl } from './fields';

/** Updates the link with this alias, or creates it. The list is read once for all items. */
export const upsert: CompositeOperation = {
	name: 'Create or Update',
	action: 'Create or update link',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	builderHint: 'For a link whose target changes: always the same alias',
	routes: ['GET /api/urls', 'PUT /api/url/{linkId}/update', 'POST /api/url/add'],
	fields: [
		{
			...alias,
			required: true,
			description: "Alias of the link to update, or to create if it doesn't exist",
		},
		targetUrl,
		choice(
			'If Exists',
			'ifExists',
			[
				{ name: 'Fail', value: 'fail' },
				{ name: 'Skip', value: 'skip', description: 'Return it unchanged' },
				{ name: 'Update', value: 'update' },
			],
			{ default: 'update' },
		),
		collection('Additional Fields', linkSettings),
	],
	// Capitals may make no difference.
	orderingKey: (input) => toAliasKey(input.string('alias')).toLowerCase(),
	run: async (input, { client }) => {
		const links = getLinkLookup(client);
		const wanted = input.string('alias');
		const settings = input.collection('additionalFields');
		const body = linkBody({ url: input.string('url'), ...settings });
		const ifExists = input.string('ifExists');
		const found = await links.byAlias(wanted, settings.domain as string | undefined);
		if (found && ifExists === 'fail') {
			throw Failure.input(linkMessages.exists, { alias: wanted, id: scalarToText(found.id) });
		}
		if (found && ifExists === 'skip') return [{ json: { ...found, created: false } }];
		if (found) {
			const request = toRequest('PUT /api/url/{linkId}/update', { linkId: found.id });
			const updated = await sendForRecord(client, { ...request, body });
			const before = withTarget(found, String(body.url));
			return [{ json: { ...before, ...updated, created: false } }];
		}
		return [{ json: { ...(await create(client, body, wanted)), created: true } }];
	},
};

/** Creates the link with this alias and no other; fails if it got another one. */
async function create(client: Client, body: IDataObject, wanted: string): Promise<IDataObject> {
	const similar = getLinkLookup(client).inOtherLetters(wanted);
	const key = `${toAliasKey(wanted)} ${String(body.domain)}`;
	const adding = addLink(client, { ...body, alias: wanted }, key);
	const created = await adding.catch((thrown: unknown) => {
		const failure = toFailure(thrown);
		if (similar === undefined || failure.kind !== 'refused') throw failure;
		throw failure.withAdvice(fill(linkMessages.otherLetters, { alias: similar }).message);
	});
	const { alias = wanted, id } = created;
	// Some services take another alias instead of refusing one that is in use.
	if (isOtherAlias(alias, wanted)) {
		const values = { wanted, alias: String(alias), id: String(id) };
		throw Failure.unusable(linkMessages.otherAlias, values);
	}
	// Under both spellings: some services write an alias in small letters.
	getLinkLookup(client).made.push({ ...created, alias }, { ...created, alias: wanted });
	return created;
}

import type { IDataObject } from 'n8n-workflow';
import { choice, collection } from '../../runner/fields';
import type { Input } from '../../runner/input';
import type { CompositeOperation, OperationContext, Output } from '../../runner/operation';
import { getAlias, getShortUrl, getTarget } from '../../api/dialect';
import { omit, scalarToText } from '../../api/envelope';
import { toRequest } from '../../api/route';
import { Failure } from '../../api/failure';
import { fill } from '../../api/fill';
import { sendForRecord } from '../../runner/requests';
import { toAliasKey } from '../../api/identity';
import { doubts } from '../doubts';
import { addCheckHints, onlyCheck, toFailing, toPlanned } from '../onlyCheck';
import { getLinkLookup } from './linkLookup';
import { linkMessages } from './messages';
import { alias, assertNoLoop, checkRecord, linkBody, linkSettings, targetUrl } from './fields';
import { toPrevious } from './update';

/** Updates the link with this alias, or creates it. The list of links is read only once for all items. */
export const upsert: CompositeOperation = {
	name: 'Create or Update',
	action: 'Create or update link',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	builderHint: 'For a link whose target changes: always the same alias',
	routes: ['GET /api/urls', 'PUT /api/url/{linkId}/update', 'POST /api/url/add'],
	warnings: [doubts],
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
			['fail', { value: 'skip', description: 'Return it unchanged' }, 'update'],
			{ default: 'update' },
		),
		onlyCheck,
		collection('Additional Fields', linkSettings),
	],
	// If aliases differ only in case, process their items sequentially, because some deployments ignore case.
	orderingKey: (input) => {
		const path = input.string('alias').replace(/^https?:\/\/[^/]+/i, '');
		return toAliasKey(path).toLowerCase();
	},
	looksUp: () => true,
	toPlans: (thrown, input, { addHint }, stops) =>
		toPlans(toFailing(thrown), input, [input], addHint, stops),
	run: async (input, context) => {
		if (input.isOnlyChecked) {
			const { account, addHint, stopsEarly } = context;
			const plan = await check(input, context).catch(toFailing);
			return toPlans(plan, input, account.inputs, addHint, stopsEarly);
		}
		const { action, body, found = {} } = await decide(input, context);
		if (action === 'create') return [{ json: { ...(await create(body, context)), created: true } }];
		if (action === 'skip') return [{ json: { ...found, created: false } }];
		const request = toRequest('PUT /api/url/{linkId}/update', { linkId: found.id });
		const change = omit(body, ['alias']);
		const updated = await sendForRecord(context.client, { ...request, body: change });
		checkRecord(updated, change, context);
		const previous = toPrevious(found, body);
		// The former value of a changed field must not come out, even if the response doesn't show the new one.
		for (const [name, sent] of Object.entries(change)) if (sent !== undefined) delete found[name];
		return [{ json: { ...found, ...updated, ...previous, created: false } }];
	},
};

interface Decision {
	action: 'create' | 'update' | 'skip';
	body: IDataObject;
	/** The link that has the alias. */
	found?: IDataObject;
}

/** Finds the link with the alias of an item, and decides what to do. Throws if the item can't be used. */
async function decide(input: Input, context: OperationContext): Promise<Decision> {
	const ifExists = input.string('ifExists');
	const entered = { alias: input.string('alias'), url: input.string('url') };
	const body = linkBody({ ...entered, ...input.collection('additionalFields') });
	const { alias, domain } = body as { alias: string; domain?: string };
	const links = getLinkLookup(context.account);
	const found = await links.byAlias(alias, domain);
	if (!found) return { action: 'create', body };
	if (ifExists === 'fail') {
		throw Failure.input(linkMessages.exists, { alias, id: scalarToText(found.id) });
	}
	const url = getShortUrl(found) ?? alias;
	if (!domain && links.hosts.size > 1) {
		context.addHint(fill(linkMessages.foundOn, { url }), 'info');
	}
	if (ifExists === 'skip') return { action: 'skip', body, found };
	assertNoLoop(body.url, url);
	return { action: 'update', body, found };
}

function toPlans(
	plan: IDataObject,
	input: Input,
	inputs: Input[],
	addHint: OperationContext['addHint'],
	stops: boolean,
): Output[] {
	const plans = [toPlanned('alias', plan, input, inputs)];
	addCheckHints(plans, addHint, stops);
	return plans;
}

/** Returns what a real run would do with an item. The lookup then has the link as the real run would leave it. */
async function check(input: Input, context: OperationContext): Promise<IDataObject> {
	// An unusable value is a reason to fail, too.
	input.boolean('onlyCheck');
	const { action, body, found = {} } = await decide(input, context);
	const { alias, url: targetUrl } = body;
	const plan = { alias, targetUrl, action, currentUrl: getTarget(found), id: found.id };
	if (action === 'create') getLinkLookup(context.account).addCreated({}, body);
	if (action === 'update') toPrevious(found, body);
	return plan;
}

/** Creates a link. Throws if Link Platform gave it another alias. */
async function create(body: IDataObject, context: OperationContext): Promise<IDataObject> {
	const alias = String(body.alias);
	const links = getLinkLookup(context.account);
	const created = await links.create(body, `${toAliasKey(alias)} ${String(body.domain)}`);
	const given = getAlias(created) ?? alias;
	// If an alias is taken, some deployments choose another one instead of refusing the request. Some convert aliases
	// to lower case.
	if (toAliasKey(given).toLowerCase() !== toAliasKey(alias).toLowerCase()) {
		const values = { wanted: alias, alias: given, id: scalarToText(created.id) };
		throw Failure.unusable(linkMessages.otherAlias, values).asMayBeDone();
	}
	checkRecord(created, body, context);
	links.addCreated(created, body);
	return created;
}

import type { IDataObject } from 'n8n-workflow';
import { getAlias, getShortUrl, getTarget } from '../../api/dialect';
import { Failure } from '../../api/failure';
import { fill } from '../../api/fill';
import {
	getHost,
	isOwnShortUrl,
	isSameTarget,
	parseShortUrl,
	toAliasKey,
} from '../../api/identity';
import { assertId } from '../../api/route';
import { linkMessages } from './messages';
import { assertAlias } from '../alias';
import { getLinkLookup } from './linkLookup';
import { utm, withUtm } from './utm';
import { toId } from '../../runner/input';
import type { OperationContext } from '../../runner/operation';
import { byId, date, dropdown, locator, secret, text, url, whole } from '../../runner/fields';

export const linkId = locator(
	'Link',
	'linkId',
	'searchLinks',
	[
		byId,
		{
			displayName: 'By Short URL or Alias',
			name: 'url',
			placeholder: 'e.g. https://go.example.com/summer or summer',
		},
	],
	{
		url: async (shortUrl, account, isDeletion) =>
			await getLinkLookup(account).byShortUrl(shortUrl, isDeletion),
		id: async (given, account, isDeletion) => {
			// Users may also enter a short URL or an alias in the ID field. A UUID or another long hex number is an ID.
			if (/^(\d+|[\da-f-]{24,})$/i.test(given)) return given;
			const links = getLinkLookup(account);
			if (!parseShortUrl(given)) {
				assertId(given, 'linkId', 'Link');
				const link = await links.byId(given);
				if (link) return link.id;
			}
			return await links.byShortUrl(given, isDeletion);
		},
	},
);

export const targetUrl = url('URL', 'url', {
	required: true,
	placeholder: 'e.g. https://example.com/summer-sale',
	description: 'URL that the short link leads to',
});

export const alias = text('Alias', 'alias', {
	check: assertAlias,
	placeholder: 'e.g. summer',
	description: 'End of the short URL. Leave empty to generate one.',
});

/** The field for a domain. Accepts only names, because the records of links contain the domain's name, not its ID. */
export const domain = dropdown('Domain', 'domain', 'getDomains', (name, shown) => {
	if (/^\d+$/.test(name)) throw Failure.input(linkMessages.notDomain, shown);
});

/** The optional fields of a link besides its URL and alias. */
export const linkSettings = [
	dropdown('Campaign', 'campaignId', 'getCampaigns', (id, shown) => {
		if (!/^\d+$/.test(id)) throw Failure.input(linkMessages.notCampaignId, shown);
	}),
	domain,
	date('Expiry', 'expiry', {
		mustBeFuture: true,
		description: "In the workflow's time zone",
	}),
	whole('Max Clicks', 'maxClicks', 0, {
		default: 100,
		description: 'Clicks after which the link stops working',
	}),
	secret('Password', 'password', { description: 'Password visitors must enter' }),
	utm,
];

/** Adds a hint if the returned record has a different alias or target than requested, or leads to itself. */
export function checkRecord(
	record: IDataObject,
	{ alias: wanted, url: target }: IDataObject,
	{ addHint }: OperationContext,
	targetReplaced: `${string}{asked}${string}{stored}${string}` = linkMessages.targetReplaced,
): void {
	const stated = getTarget(record);
	const given = getAlias(record);
	const values = { asked: String(target), stored: String(stated) };
	if (stated && target && !isSameTarget(stated, target)) addHint(fill(targetReplaced, values));
	const isOther = given && wanted && toAliasKey(given) !== toAliasKey(wanted);
	if (isOther) addHint(fill(linkMessages.aliasReplaced, { asked: String(wanted), stored: given }));
	if (isOwnShortUrl(stated ?? target, getShortUrl(record)))
		addHint(linkMessages.leadsToItself.message);
}

/** Throws if the target of a link is its own short URL, because visitors would be redirected endlessly. */
export function assertNoLoop(target: unknown, shortUrl: unknown): void {
	if (isOwnShortUrl(target, shortUrl)) throw Failure.input(linkMessages.leadsToItself);
}

/** Splits an alias that was entered as a short URL into the alias and the domain. */
function splitAlias({ alias: given, domain: entered, ...settings }: IDataObject): IDataObject {
	const text = String(given);
	const shortUrl = /^https?:/i.test(text) ? parseShortUrl(text) : undefined;
	if (!shortUrl) return { ...settings, alias: given, domain: entered };
	const domain = String(entered ?? shortUrl.host);
	const path = toAliasKey(shortUrl.alias);
	if (!path || getHost(domain) !== shortUrl.host)
		throw Failure.input(linkMessages.otherDomain, { alias: text, domain });
	return { ...settings, alias: path, domain };
}

/**
 * Returns the request body that creates or updates a link: the settings in the API's format, with the UTM values
 * added to the URL.
 */
export function linkBody({ utm: given, campaignId, ...entered }: IDataObject): IDataObject {
	const settings = splitAlias(entered);
	const { alias: wanted, domain, url: target } = settings;
	if (domain && wanted) assertNoLoop(target, `${String(domain)}/${String(wanted)}`);
	if (given !== undefined && target === undefined) throw Failure.input(linkMessages.utmWithoutUrl);
	return {
		...settings,
		url: target && withUtm(String(target), given),
		campaignId: campaignId && toId(String(campaignId)),
	};
}

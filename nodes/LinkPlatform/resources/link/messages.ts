import type { Messages } from '../../api/fill';

const SEARCHED_ALL =
	'Searched all {count} links of the account. Check the value, or choose the link from the list';

/** Links. */
export const linkMessages = {
	unknownShortUrl: {
		message: 'No link has the short URL "{url}"',
		description: SEARCHED_ALL,
		meaning:
			'The link is in another account, was deleted, or Link Platform shows it with another domain.',
	},
	unknownAlias: {
		message: 'No link has the alias "{alias}"',
		description: SEARCHED_ALL,
		meaning: 'The link is in another account, or was deleted. Aliases are case-sensitive.',
	},
	exists: {
		message: 'A link with the alias "{alias}" exists already (ID {id})',
		description: "Choose another alias, or set 'If Exists' to 'Update' or 'Skip'",
		meaning: "'If Exists' of Create or Update is 'Fail'. The link was not changed.",
	},
	otherAlias: {
		message:
			'Link Platform created a link with the alias "{alias}" instead of "{wanted}" (ID {id})',
		description: 'Delete that link, and check who uses the alias you want',
		meaning:
			'Create or Update found no link with this alias, and Link Platform chose another one, e.g. because somebody else uses it.',
	},
	otherLetters: {
		message:
			'A link has the alias "{alias}". If that is the one you mean, enter it exactly like this, with the same capitals',
		meaning:
			'Create or Update found no link with exactly this alias, and Link Platform refuses a new one. Some deployments write all aliases in small letters.',
		advice:
			'Enter the alias as Link Platform writes it, e.g. with `.toLowerCase()` in an expression. On other deployments it is another link, so it is not changed by itself.',
	},
	severalDomains: {
		message: 'The alias "{alias}" is used on several domains',
		description: "Set 'Domain Name or ID' in 'Additional Fields' to choose one of them",
		meaning: 'Create or Update finds more than one link with this alias.',
	},
	severalShortUrls: {
		message: 'The alias "{alias}" is used on several domains: {urls}',
		description: 'Enter the short URL instead of the alias',
		meaning:
			'The link is given by its alias only, and each of these domains has one. Nothing was changed.',
	},
	clicksSwapped: {
		message: "'Min Clicks' ({minimum}) is greater than 'Max Clicks' ({maximum})",
		description: "Swap the two, or remove one of them from 'Filters'",
		meaning: 'No link can match both filters.',
	},
	datesSwapped: {
		message: "'Created After' ({after}) is not before 'Created Before' ({before})",
		description: "Swap the two, or set 'Created Before' to a later time",
		meaning:
			"No link can match both filters. A date without a time stands for its first moment, so to get the links of one day, set 'Created Before' to the next day.",
	},
	filterImpossible: {
		message:
			"Link Platform doesn't return the {field} of these links, so this filter can't be applied",
		description: "Remove the filter. Get Many without 'Filters' shows what Link Platform returns",
		meaning:
			"Your deployment's list doesn't have this field in a readable form. An empty result would be misleading, so the item fails.",
	},
	leftOut: {
		message: "{count} links were left out because Link Platform doesn't return their {field}",
		meaning: 'A hint. These links lack the field that a filter looks at, and others have it.',
		advice: 'To get them too, remove that filter and add a Filter node after this one.',
	},
	utmWithoutUrl: {
		message: "'UTM Parameters' can only be updated together with 'URL'",
		description: "Add 'URL' to 'Update Fields'",
		meaning:
			"UTM parameters are written into the URL. Without 'URL', an update has nothing to write them into.",
	},
	notCampaignId: {
		message: '\'Campaign Name or ID\' must be the ID of a campaign (got "{value}")',
		description: 'Choose a campaign from the list, or enter its ID',
		meaning: 'An expression returns the name of the campaign.',
		advice: 'Campaign > Get Many has both.',
	},
} as const satisfies Messages;

import type { Messages } from '../../api/fill';

/** Messages about links. */
export const linkMessages = {
	unknown: {
		message: 'No link has the short URL or alias "{value}"',
		description:
			'Check the value, or choose the link from the list. Searched links: {links}, QR codes: {qrCodes}',
	},
	linkHidden: {
		message:
			'"{url}" belongs to the QR code "{name}" (ID {id}), and Link Platform doesn\'t return the link behind it',
		description: 'To get the number of scans, use QR Code > Get',
	},
	qrCodesUnread: 'No link has the short URL "{url}", and the QR codes could not be read: {reason}',
	leadsToItself: {
		message: "'URL' is the link's own short URL, so visitors would be redirected endlessly",
		description: 'Enter the URL of the page that the link should open',
	},
	targetReplaced:
		'Link Platform stored the URL "{asked}" as "{stored}". Check where the link leads, and enter the URL as stored, or later runs don\'t find the link',
	keyReused:
		'Instead of a link to "{asked}", Link Platform returned a link to a different URL, "{stored}". The idempotency key may have been used for another link',
	notForReuse: {
		message: "'{field}' can't be combined with 'Reuse Newest Link'",
		description:
			"Remove the field, or set 'If URL Exists' to 'Create Another Link': Link Platform doesn't return this field, so it can't be compared",
	},
	wishHidden: {
		message: "'{field}' can't be combined with 'Reuse Newest Link' in your Link Platform",
		description:
			"Remove the field, or set 'If URL Exists' to 'Create Another Link': Link Platform's list of links doesn't include this field",
	},
	targetsHidden: {
		message: "Link Platform doesn't return the target URLs of links, so no link can be reused",
		description: "Set 'If URL Exists' to 'Create Another Link'",
	},
	exists: {
		reason: 'link.aliasTaken',
		message: 'A link with the alias "{alias}" already exists (ID {id})',
		description: "Choose another alias, or set 'If Exists' to 'Update' or 'Skip'",
	},
	otherAlias: {
		message:
			'Link Platform created a link with the alias "{alias}" instead of "{wanted}" (ID {id})',
		description: 'Delete the new link, and use another alias: each run creates another link',
	},
	mayExist: {
		message: 'The link was not created, because an earlier item may have created it already',
		description:
			"Run this item again later: Link Platform's list of links may not show a new link right away",
	},
	idMissing: {
		message:
			'An earlier item created the link "{alias}", but Link Platform didn\'t return its ID, so this item can\'t update it',
		description: 'Run this item again',
	},
	aliasReplaced:
		'Link Platform stored the alias "{asked}" as "{stored}". Enter it as stored, or later runs don\'t find the link',
	otherLetters:
		'A link has the alias "{alias}". To use that link, enter its alias with the same capital letters',
	foundOn:
		'Without a domain, the item was taken for the link "{url}", but the account has links on several domains. If you mean another link, choose its domain',
	otherDomain: {
		message: '"{alias}" in \'Alias\' is no short URL on the domain "{domain}"',
		description: 'Enter only the end of the short URL',
	},
	severalDomains: {
		message: 'The alias "{alias}" is used on several domains: {domains}',
		description:
			"Enter the short URL instead of the alias, or choose a domain if the operation has 'Domain Name or ID'",
	},
	noClicksFit: {
		message: "'Min Clicks' ({minClicks}) is above 'Max Clicks' ({maxClicks})",
		description: 'Swap the two numbers, or remove one',
	},
	filterImpossible: {
		message:
			"Link Platform doesn't return the {field} of these links, so this filter can't be applied",
		description:
			"Remove the filter. To see what Link Platform returns, run Get Many without 'Filters'",
	},
	leftOut: "Links left out because Link Platform doesn't return their {field}: {count}",
	utmWithoutUrl: {
		message: "'UTM Parameters' can only be updated together with 'URL'",
		description: "Add 'URL' to 'Update Fields'",
	},
	notCampaignId: {
		message: "'{field}' must be the ID of a campaign (got {value})",
		description: 'Choose a campaign from the list, or enter its ID',
	},
	notDomain: {
		message: "'{field}' must be the name of a domain, e.g. go.example.com (got {value})",
		description: 'Choose a domain from the list, or enter its name',
	},
} as const satisfies Messages;

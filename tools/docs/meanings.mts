/** What the page of messages says of messages, by the message's group and name. */

/** What each message means. */
export const MEANINGS: Record<string, string> = {
	'credentialTestMessages.keyRejected': 'Link Platform rejected the key.',
	'credentialTestMessages.noPermission':
		"The key works, but it can't read your account, which the test does.",
	'credentialTestMessages.noAccount': 'A server responded, but not with an account.',
	'credentialTestMessages.redirected':
		'The response was a redirect. It was not followed, because the key would have been sent along.',
	'credentialMessages.invalidUrl':
		'The field is empty, contains a space or another invalid character, or begins with another scheme than `http` or `https`.',
	'credentialMessages.keyAsUrl': 'The key was pasted into the field of an address.',
	'credentialMessages.urlAsKey': 'The two fields are swapped, or the address was pasted twice.',
	'credentialMessages.noKey': 'The field is empty, or its expression returns nothing for the item.',
	'credentialMessages.invalidKey':
		'An expression returns an object or a list, or the key contains a line break or a character that no key has.',
	'credentialMessages.notResolved':
		'n8n could not evaluate an expression in the credential for the item.',
	'credentialMessages.needsItem':
		'An expression such as `{{ $json.clientKey }}` works only where there are items.',
	'credentialMessages.notWhole': 'An expression returns something else.',
	'credentialMessages.tooSmall': 'An expression returns a smaller number.',
	'credentialMessages.tooLarge': 'An expression returns a larger number.',
	'keyMessages.rejected':
		'The key is mistyped, deleted or expired, or your deployment wants it in the other header.',
	'keyMessages.rejectedByLegacy':
		'An operation of the legacy API. It always gets the key as a bearer token.',
	'keyMessages.rejectedBecause':
		"One of the cases above, with Link Platform's own words after the colon.",
	'keyMessages.cannotRead':
		"The key works, but its scopes don't include reading these records, or your plan doesn't. Status 403.",
	'keyMessages.cannotWrite':
		"The key works, but its scopes don't include changing these records, or your plan doesn't. Status 403.",
	'keyMessages.cannotUseLegacy':
		'The same for an operation of the legacy API, which has no scopes.',
	'keyMessages.otherReason':
		"Status 403 with a reason other than the key's scopes or a quota. The message is the reason.",
	'keyMessages.invalidCharacter':
		'A line break or an invisible character was copied along with the key.',
	'idMessages.missing':
		'The record is not chosen, or the expression returned nothing for this item.',
	'idMessages.invalid':
		"An ID can't contain slashes, percent-encoded or control characters, or consist only of dots: those might lead to another record. Nothing was sent.",
	'fieldMessages.missing': 'The field is required, and has no value for this item.',
	'fieldMessages.refusedValue':
		'Link Platform refused the value of a field, which stands behind its words.',
	'fieldMessages.notEvaluated':
		'n8n would send the text as it stands, with its curly brackets, for every item.',
	'fieldMessages.nothingToChange':
		"An update has no field to set. Fields that are added but empty don't count.",
	'fieldMessages.notText':
		'The value is a list or an object, e.g. a whole row instead of one of its columns.',
	'fieldMessages.brokenText': 'The text was cut in the middle of an emoji or a similar character.',
	'fieldMessages.notUrl': 'The URL lacks its `https://`, or is not a URL at all.',
	'fieldMessages.notOneUrl': 'The value holds two URLs, text beside the URL, or a space in it.',
	'fieldMessages.notNumber': 'The value has letters, a currency sign or a decimal comma.',
	'fieldMessages.notWhole': 'The number has decimals.',
	'fieldMessages.tooSmall': 'The number is smaller than allowed.',
	'fieldMessages.tooLarge': 'The number is larger than allowed.',
	'fieldMessages.notBoolean': 'The value is something else, e.g. the text "yes".',
	'fieldMessages.notColor': 'Names such as "red" and other notations are not supported.',
	'fieldMessages.passed':
		'The link or file would never work. A day counts up to its end in the time zone of the workflow.',
	'fieldMessages.notDate':
		"The value isn't written as in ISO 8601, or the day doesn't exist, such as 30 February. Other forms are not guessed at: 01.02. is in February for some, and in January for others.",
	'fieldMessages.notList': 'The value is a list of objects.',
	'fieldMessages.notObject':
		'The whole collection is set by an expression, which returns a text or a list.',
	'fieldMessages.setAndCleared': 'The update would have to set and empty the same field.',
	'jsonMessages.notObject': 'It holds a single value or a list.',
	'fieldMessages.notOption':
		'The list has no such option. The message names the values that it has, which differ from their labels.',
	'fieldMessages.invalidJson':
		'Most often a comma after the last entry, single instead of double quotes, or quotes inside a text.',
	'fieldMessages.invalidJsonLine': 'The same, with the line.',
	'runMessages.unknownOperation':
		"'Resource' or 'Operation' is an expression with another result, or the resource belongs to another of the nodes.",
	'runMessages.forPeople': 'A model must not change the email address or password of the account.',
	'runMessages.inRow':
		'Any message if the item comes from a sheet: the input has a field `row_number`, as Google Sheets returns it.',
	'runMessages.emptyInAll':
		'Most often the column is spelled in another way than in the expression. Capital letters count: `url` is another column than `URL`.',
	'runMessages.noColumns': 'The same for items without any field.',
	'runMessages.inAccount': 'Any message about one of several accounts.',
	'runMessages.row':
		"Which account it is, if the credential's expressions lead to several: the first row with its key, and its address.",
	'runMessages.rows': 'The same, for several rows.',
	'runMessages.lookedFor': 'Comes before what to do if a record was not found.',
	'hintMessages.firstOf':
		"The last item of 'Return All' as an AI tool: more would fill the model's memory.",
	'hintMessages.first': "The same, if Link Platform doesn't say how many there are.",
	'hintMessages.accounts':
		'A hint. The credential has an expression, and the items resolved to so many different keys or addresses.',
	'hintMessages.moved':
		"A hint. The output has fields of the same name, or n8n would take the item for a failed one, as it does with a field 'error'.",
	'blockFieldMessages.chooseBlock':
		"The fields of a block depend on its type, so they appear afterwards. If they don't, refresh the list in the menu of 'Block Fields'.",
	'blockFieldMessages.chooseType': 'The same.',
	'blockFieldMessages.notDescribed': "Link Platform doesn't describe which fields this type has.",
	'responseMessages.refused': 'Link Platform refused the values without an explanation.',
	'responseMessages.notInPlan':
		'Status 402. The same advice follows any refusal that speaks of a quota or a plan.',
	'responseMessages.notFound':
		'It was deleted, belongs to another account, or the ID is of another kind of record, e.g. of a QR code instead of a link. If no record is found, the address is wrong.',
	'responseMessages.notFoundInLegacy': 'The same for an operation of the legacy API.',
	'responseMessages.nothingHere':
		'The server responded, but has no such endpoint: it is another server, or another path.',
	'responseMessages.nothingHereInLegacy':
		'The same for channels, pixels, files and the rest of the legacy API.',
	'responseMessages.notOffered':
		'The address exists, but not for this operation. Some deployments offer only one of the two APIs.',
	'responseMessages.alreadyExists': 'Names, aliases and slugs are unique. Status 409.',
	'responseMessages.tooLarge': 'The request is larger than Link Platform accepts.',
	'responseMessages.unavailable':
		'Link Platform, or a proxy in front of it, has trouble. Requests that are safe to repeat were sent up to four times.',
	'responseMessages.mayBeDone':
		'Added to what to do where a request that creates or changes something got no clear response. Creations, apart from Link > Create Once, are not repeated automatically, because that could create a second record.',
	'responseMessages.empty': 'The response has no content where a record was expected.',
	'responseMessages.webPage': 'The address leads to a website or a login page.',
	'responseMessages.invalid':
		'The connection broke in the middle of the response, or something between n8n and Link Platform changed it.',
	'responseMessages.tooLong':
		'The response was not read to its end, since it could fill the memory of n8n.',
	'responseMessages.said':
		'A hint. The request succeeded, and Link Platform said this beside the record, e.g. that something else was used instead.',
	'responseMessages.noList': 'The response has another form than documented.',
	'responseMessages.noRecord':
		'The response is a success without a record: there is none with this ID, or the address is of something else.',
	'responseMessages.noRecordBecause': 'The same. What follows the colon comes from Link Platform.',
	'responseMessages.noNewRecord':
		'The response to a creation is a success without a record or a message.',
	'responseMessages.notConfirmed':
		'The response to a change has neither a record nor a word on whether it was carried out, or the response to a deletion says that nothing was deleted.',
	'responseMessages.endlessList': 'Link Platform keeps returning new records.',
	'responseMessages.repeatedPage':
		'A cache or a replica returned an earlier page instead of this one, twice. Records would be missing from the list.',
	'responseMessages.redirected':
		'Requests that change something are not sent on to another server, because they may contain passwords.',
	'responseMessages.refusedElsewhere':
		'The API key is never sent to another server. A new key would not help.',
	'responseMessages.tooManyRedirects':
		'Each address redirects to the next one. A proxy that adds or removes `https` is a usual reason.',
	'responseMessages.expectsHttps':
		'The address begins with http://, and the web server at this port only accepts encrypted connections.',
	'networkMessages.connectionRefused': 'The machine is there, but nothing responds at that port.',
	'networkMessages.hostNotFound': 'The name is mistyped, or has no DNS record.',
	'networkMessages.lookupFailed': "The DNS server of n8n's machine didn't respond.",
	'networkMessages.noTls':
		'The address begins with https://, and the server responds without encryption.',
	'networkMessages.expectsHttps':
		'The address begins with http://, and the server responds with encryption.',
	'networkMessages.untrusted':
		"The certificate has expired, is for another name, or is signed by an authority that n8n doesn't know, as in company networks.",
	'networkMessages.timedOut':
		"No complete response came within 'Timeout (Seconds)' of the credential (60 by default).",
	'networkMessages.connectionLost': 'The network, a proxy or Link Platform closed the connection.',
	'networkMessages.plainConnectionLost':
		'The same with an address that begins with http://. The server may only accept encrypted connections.',
	'networkMessages.connectionFailed': "Any other reason. n8n's log may have more.",
	'paceMessages.paused':
		'Nothing is wrong. The node waited until Link Platform accepted requests again, and processed all items.',
	'paceMessages.pausedForLimit':
		'The same, if Link Platform says how many requests it accepts at a time.',
	'paceMessages.progress': 'Added if the run stopped because of the rate limit.',
	'rateLimitMessages.waitedTooLong':
		"The next request would have had to wait longer than 'Max Wait (Seconds)' in the credential allows (3,600 by default).",
	'rateLimitMessages.usedUp':
		'The next request would have had to wait longer than 20 seconds in a list of the form, or 130 when publishing the trigger.',
	'rateLimitMessages.closed':
		'Link Platform asked for a pause of more than an hour, and of more than may be waited.',
	'fileMessages.noSuchFile':
		'The field takes the name of the input field with the file, which is often `data`, not the name of the file.',
	'fileMessages.noFile': 'The same, if the item has no file at all.',
	'fileMessages.gone':
		'n8n deletes files together with old executions. Pinned data then refers to a file that is gone.',
	'uploadMessages.invalidName':
		"'File Name' becomes a part of the address, so it can't contain slashes, percent-encoded or not, or consist of dots only.",
	'qrCodeMessages.noLinkTold':
		"'URL' of an update changes the link of the QR code. Its details tell no link, and none in the list has its short URL.",
	'qrCodeMessages.rowsUnusable':
		'All rows are checked before anything is sent. Rows are counted from 1, or by the sheet if the input has a field `row_number`.',
	'qrCodeMessages.runAgain':
		"Part of the failure of a run of Create Many that stopped, or of an image that is missing. The next run makes and fetches what isn't there.",
	'qrCodeMessages.runAgainSkipping': 'The same, without Skip Existing.',
	'qrCodeMessages.overQuota':
		"The usage of the account is read before more than one QR code is created. As many as fit are created, the first rows first; with 'On Error' set to stop, none.",
	'qrCodeMessages.waitsInLine':
		"In n8n's log, and in the browser's console if you started the run in the editor. With 'Skip Existing', runs create their QR codes one after the other: otherwise both would create what neither finds yet.",
	'qrCodeMessages.rowRefused':
		'One row of a batch was refused without an explanation. The other rows are done.',
	'qrCodeMessages.resultMissing':
		'The response to a batch has no entry that clearly belongs to this row, and the list of QR codes has none for certain. The other rows are done.',
	'qrCodeMessages.idMissing': 'The image is downloaded by the ID, and the response had none.',
	'qrCodeMessages.imageMissing':
		'Comes before what to do if the QR code was created, but its image is missing. Creating it again would make a second one.',
	'qrCodeMessages.imageByDownload': 'Part of the message above.',
	'qrCodeMessages.tooLargeForAgent':
		'The `note` of a tool. A tool returns images as text of at most 16,000 characters. The record is in the output all the same.',
	'qrCodeMessages.noImage':
		"Link Platform can't make this kind of image, or failed to: nothing came, or something else.",
	'qrCodeMessages.textInstead': 'The same, with the text that came instead.',
	'qrCodeMessages.batchMayExist':
		'Added if Link Platform refused a whole batch without saying which row it was about. It may have created the rows before that one, or some until a quota was used up.',
	'qrCodeMessages.nothingCreated':
		"Added if a name couldn't be looked up. Without that, the row might get a second QR code.",
	'qrCodeMessages.outcome':
		'A hint with the result of a run: how many were created, existed already and failed. Items of rows whose QR code existed hold that one, with `created: false`.',
	'qrCodeMessages.created': 'Part of the hint above.',
	'qrCodeMessages.existed': 'The same.',
	'qrCodeMessages.withoutImage':
		'The same: the QR codes exist, and running all rows again fetches their images.',
	'qrCodeMessages.failed': 'The same.',
	'qrCodeMessages.left': "The same, if a run with 'On Error' set to stop ended in the middle.",
	'qrCodeMessages.otherName':
		'A hint, once a run: e.g. a name was cut, or letters were taken out of it. Turn the names of the rows into what Link Platform makes of them.',
	'qrCodeMessages.existedByName':
		"Part of the hint above: Link Platform's list of QR codes doesn't show where they lead, so only their names were compared.",
	'qrCodeMessages.otherTarget':
		"A hint of 'Skip Existing'. The name belongs to a QR code with another target, e.g. because a URL in the sheet has changed since. That one still leads where it did.",
	'qrCodeMessages.sameName':
		"'Skip Existing' found QR codes of that name, but neither the list nor the QR codes themselves have their targets.",
	'qrCodeMessages.lowContrast':
		'A hint, also of a single QR code. Cameras see light and dark only. The QR codes are created.',
	'qrCodeMessages.noQuietZone': 'A hint. Scanners find the pattern by the empty border around it.',
	'qrCodeMessages.logoCovers':
		'A hint. The logo covers a part of the pattern, and Low can restore only little of it. The QR codes are created.',
	'linkMessages.unknownShortUrl':
		'The link is in another account, was deleted, or Link Platform shows it with another domain.',
	'linkMessages.unknownToBoth':
		'The link is in another account, was deleted, or Link Platform shows it with another domain.',
	'linkMessages.unknownAlias':
		'The link is in another account, or was deleted. Aliases are case-sensitive.',
	'linkMessages.exists': "'If Exists' of Create or Update is 'Fail'. The link was not changed.",
	'linkMessages.otherAlias':
		'Create or Update found no link with this alias, and Link Platform chose another one, e.g. because somebody else uses it.',
	'linkMessages.mayExist':
		"The request of an item with the same alias or target got no usable response, and the list doesn't show its link.",
	'linkMessages.aliasReplaced':
		'A hint, once a run: a link was created or updated, but with another alias, e.g. because yours is in use.',
	'linkMessages.otherLetters':
		'Create or Update found no link with exactly this alias, and Link Platform refuses a new one. Some deployments write all aliases in small letters.',
	'linkMessages.severalDomains': 'Create or Update finds more than one link with this alias.',
	'linkMessages.severalShortUrls':
		'The link is given by its alias only, and each of these domains has one. Nothing was changed.',
	'linkMessages.clicksSwapped': 'No link can match both filters.',
	'linkMessages.datesSwapped':
		"No link can match both filters. A date without a time stands for its first moment, so to get the links of one day, set 'Created Before' to the next day.",
	'linkMessages.filterImpossible':
		"Your deployment's list doesn't have this field in a readable form. An empty result would be misleading, so the item fails.",
	'linkMessages.leftOut':
		'A hint. These links lack the field that a filter looks at, and others have it.',
	'linkMessages.utmWithoutUrl':
		"UTM parameters are written into the URL. Without 'URL', an update has nothing to write them into.",
	'linkMessages.notCampaignId': 'An expression returns the name of the campaign.',
	'bioPageMessages.notArray': "'Blocks' takes a list, even for a single block. Nothing was sent.",
	'bioPageMessages.typeMissing': 'Entries are counted from 1. Nothing was sent.',
	'bioPageMessages.contentNotObject': 'The same.',
	'bioPageMessages.blocksFailed':
		'A hint of Create and Duplicate. The page exists, with its other blocks. `index` counts from 0.',
	'bioPageMessages.settingsFailed':
		'A hint of Duplicate. The page and its blocks exist all the same.',
	'bioPageMessages.idMissing': 'The response has no ID, so nothing could be added to the page.',
	'bioPageMessages.blocksMissing':
		"Duplicate reads the blocks from the page's details, and your deployment doesn't list them there.",
	'bioPageMessages.blockUntold':
		"In `blocksFailed` of Duplicate. A block can't be added without its type, and its content has to be an object.",
	'subscriberMessages.noCsv': 'The export returned something else.',
	'subscriberMessages.notUtf8':
		'It was written in an older encoding, which it does not name. Extract From File has an option for it.',
	'subscriberMessages.csvIncomplete': 'The file is incomplete, or has a quotation mark too many.',
	'accountMessages.passwordTooShort': 'The password was not changed.',
	'accountMessages.unknownQuota':
		'Link Platform counts this quota under another name, or not at all.',
	'analyticsMessages.fromAfterTo':
		'The time span ends before it starts. Both are in the time zone of the workflow.',
	'linkMessages.linkHidden':
		"Statistics belong to links. Your deployment doesn't say which link is behind a QR code, so only its scans can be read.",
	'analyticsMessages.noClicks':
		'The statistics have no total of clicks, so there is nothing to report.',
	'analyticsMessages.mostRead':
		'A hint of Get Report. More than 1,000 links have enough all-time clicks to be among the most clicked of the period, and each costs a request.',
	'setupMessages.fine': 'The advice of a check that found nothing wrong.',
	'setupMessages.works': 'Link Platform responded as it should.',
	'setupMessages.fullAccess': 'The key has no scopes, so it may do everything.',
	'setupMessages.readOnly': 'Creating, changing and deleting fails with this key.',
	'setupMessages.scopes': 'What the key is limited to.',
	'setupMessages.scopesHidden': 'Check Setup only reads, so it does not try to create anything.',
	'setupMessages.noEvents': 'The list of event types is empty.',
	'setupMessages.eventCount': 'What triggers can subscribe to.',
	'setupMessages.rateLimit': 'The rate limit that Link Platform announced with its responses.',
	'setupMessages.lowRateLimit':
		'Fewer requests than the 30 per minute that the API documents name.',
	'setupMessages.noRateLimit':
		'If Link Platform has a rate limit, it is learned from the first refusal.',
	'setupMessages.quota': 'A quota of the plan with room.',
	'setupMessages.quotaFree': 'A quota of the plan without limit.',
	'setupMessages.quotaFull': 'A quota of the plan is used up, so nothing more can be created.',
	'setupMessages.reachable':
		'The address is a public one. **Webhook > Ensure Active** with **Check Delivery** shows whether deliveries arrive there.',
	'setupMessages.noSubscriptions':
		'No trigger of this n8n is published, and no execution waits for an event.',
	'setupMessages.subscriptions':
		'What triggers and waiting executions of this n8n have subscribed to.',
	'setupMessages.subscriptionsOff':
		'Link Platform switches a webhook off when a delivery has failed five times.',
	'setupMessages.unproven':
		'Link Platform refused the request in a way that says nothing about this check.',
	'setupMessages.legacyMissing': 'Some deployments offer only one of the two APIs.',
	'publishingMessages.noEvent': 'The list is empty, or its expression returns nothing.',
	'publishingMessages.refused':
		'Added if Link Platform refuses the webhook for another reason than its URL.',
	'publishingMessages.notEncrypted':
		"In n8n's log when a trigger is published with an http:// address. The API key and the signing secret aren't sent with deliveries.",
	'publishingMessages.bothPrivate':
		"In n8n's log when a trigger is published. It can't be known whether it is the same network.",
	'publishingMessages.anotherN8n':
		"In n8n's log. This n8n is a copy, or its address was given to another one, and both have published the workflow.",
	'publishingMessages.notRemoved':
		"In n8n's log. After a test in the editor, or a publication that failed, a webhook may be left in your account.",
	'publicAddressMessages.unreachable':
		"n8n's own address exists on this machine or in its own network only, such as `http://localhost:5678`, `http://192.168.1.20:5678` or `http://n8n:5678`, so Link Platform couldn't deliver events. Nothing was subscribed.",
	'publicAddressMessages.setWebhookUrl':
		'Added to other texts if the address of n8n begins with http://. Many servers only deliver to https:// addresses.',
	'subscriptionMessages.eventsRefused':
		'Link Platform left out these events. The webhook was deleted again.',
	'subscriptionMessages.stillThere': 'The same, if Link Platform refused to delete it.',
	'subscriptionMessages.noUrl':
		"It can't be told whether a webhook is there, so nothing was changed.",
	'subscriptionMessages.noId':
		"The list of webhooks has no IDs, so only Link Platform's own pages can delete one.",
	'subscriptionMessages.earlierStays':
		'The same, if Link Platform changed the earlier webhook instead of making another.',
	'subscriptionMessages.notListed':
		"The webhook can't be found again, so it could never be deleted. There may be a limit on their number.",
	'subscriptionMessages.takenUnlisted':
		"Link Platform allows one webhook per URL, and doesn't list the one that is in the way. The first line is in Link Platform's own words.",
	'subscriptionMessages.earlierIsLeft':
		"Added if Ensure Active replaced a webhook, and the earlier one couldn't be deleted.",
	'subscriptionMessages.earlierMayBeGone':
		'Added if Link Platform allows one webhook per URL, so that the earlier one had to be deleted first, and no clear response came.',
	'subscriptionMessages.earlierIsBack':
		'Added if Link Platform allows one webhook per URL and refused the new one.',
	'subscriptionMessages.earlierIsGone': "The same, and the earlier webhook couldn't be restored.",
	'checkMessages.renewed':
		'The webhook was switched off or deleted, lacked events, or was signed with an earlier key. It works again.',
	'checkMessages.missed':
		'What follows from it, and where to find missed events of the chosen types.',
	'checkMessages.clicks': 'The same.',
	'checkMessages.scans': 'The same.',
	'checkMessages.subscribers': 'The same.',
	'checkMessages.others': 'The same.',
	'checkMessages.secretChanged':
		'Part of the message above. The credential has another key or secret than when the webhook was created.',
	'checkMessages.notChecked':
		'Link Platform or n8n refused the check, for the reason that follows. The webhook may still work. Shown once, until the check succeeds or the reason changes.',
	'checkMessages.notRenewed':
		'The webhook was switched off, and Link Platform refuses another one, for the reason that follows.',
	'checkMessages.notCleared':
		'The trigger has a new webhook, but Link Platform refuses to delete the former one.',
	'checkMessages.triesAgain': 'Added to what to do in these cases.',
	'checkMessages.credentialUnreadable':
		'Part of the messages above. The credential was deleted, or an expression in it fails.',
	'checkMessages.noResponse':
		"In n8n's log. Link Platform didn't respond to the check, which does no harm.",
	'pollingMessages.unknownEvent':
		'The workflow was written by hand or by a model, with an event that lists do not show.',
	'pollingMessages.noFigure':
		'Your deployment leaves the number out, or writes it in a way from which nothing can be counted, e.g. 1.2K.',
	'pollingMessages.needsDetails': 'The number of clicks is known, but not from where they came.',
	'pollingMessages.badStep':
		'The field is empty, or what is to be passed is no number, or has a separator of thousands.',
	'pollingMessages.otherAccount':
		'Another account may use the same IDs. Shown once, as a failed execution; from the next poll on, everything comes as usual.',
	'pollingMessages.withoutDetails':
		'They have `details: false`. Nobody knows their country, system or user agent.',
	'pollingMessages.noneYet':
		'Fetch Test Event shows the latest real event. Your account has none, or none passes the filters.',
	'webhookStateMessages.fine': 'Nothing was wrong.',
	'webhookStateMessages.renewed': "'Always Renew' is on.",
	'webhookStateMessages.missing':
		'The webhook was created again. Link Platform switches a webhook off when a delivery has failed five times.',
	'webhookStateMessages.inactive': 'The same.',
	'webhookStateMessages.eventsMissing':
		'The webhook existed without these events, and was replaced.',
	'webhookStateMessages.gap':
		'When the webhook was last found in order. Events between then and its renewal may not have been delivered. See [What was missed](../guides/never-miss-an-event.md#what-was-missed).',
	'webhookMessages.invalidUrl':
		'Events are sent to addresses that begin with https:// or http:// only.',
	'webhookMessages.invalidPrefix':
		'It would match webhooks of others too. Scheme, host and port have to be the same, and each part of the path.',
	'webhookMessages.notEncrypted': 'A hint. The URL begins with http://.',
	'webhookMessages.notGenuine':
		'It was not sent by Link Platform, or was changed on the way, often because something parsed the JSON and wrote it again.',
	'webhookMessages.parsedBody':
		"n8n's Webhook node parses JSON, unless its option 'Raw Body' is on.",
	'webhookMessages.notSubscribed':
		"The URL belongs neither to this n8n nor to a webhook of your account. With a 'Webhook Signing Secret' in the credential, it has to be that of a webhook: the secret is the same for all URLs, and a stranger could send on to your triggers what it has signed.",
	'webhookMessages.noReceiver':
		'Send Test Event was run without a URL, and no published trigger of this n8n has this event.',
	'webhookMessages.severalReceivers':
		'Nothing was sent, so that the test runs no other workflow than the one you mean.',
	'webhookMessages.notListening': 'A test URL works for one event after a click.',
	'webhookMessages.runs':
		'The event is in Executions, or in the editor if it was sent to a test URL.',
	'webhookMessages.ignored':
		"Nothing runs. Reasons: `event` is not one of 'Trigger On', `filter` doesn't pass 'Filters', `age`, `bot`, `scan` and `duplicate` are its options.",
	'webhookMessages.accepted': 'Something other than a Link Platform Trigger responded.',
	'heartbeatMessages.notPublished':
		'n8n itself responded. The workflow is not published, its publication failed, or the URL is another one.',
	'heartbeatMessages.testUrl': 'The URL contains `/webhook-test/`.',
	'heartbeatMessages.signatureRefused':
		'The trigger uses another credential, or its key has changed.',
	'heartbeatMessages.redirected': 'Often from `http` to `https`, or to `www.`',
	'heartbeatMessages.notTrigger':
		'Another node or server is there, or a version of this package without heartbeats.',
	'heartbeatMessages.otherStatus':
		'Often 401 or 403 of a login, 404 of a proxy that does not forward the path, or 502 while n8n does not run.',
	'heartbeatMessages.noResponse':
		'What to do if no response came within 10 seconds, or the connection was lost.',
	'deliveryMessages.ignored':
		"A hint of the run that follows, once an hour a line in n8n's log, and `ignored` in the output of Webhook > Ensure Active with 'Check Delivery'. Reasons: `event` is not one of 'Trigger On', `filter` doesn't pass 'Filters', `age` is above 'Max Age (Hours)', `bot` is likely a program, `scan` is the click of a scan, `duplicate` came before.",
	'deliveryMessages.duplicate': 'A hint. The execution ends at the trigger.',
	'deliveryMessages.scan':
		'A hint, if the scan came after its click. The execution ends at the trigger.',
	'deliveryMessages.refused': 'One of the reasons below.',
	'deliveryMessages.credentialUnreadable':
		'Comes before "no signing secret", with the name of the node and n8n\'s reason.',
	'deliveryMessages.mayBeDuplicate':
		"n8n's database failed to respond when it was asked for duplicates. The event may run a second time.",
	'refusalMessages.wrongSignature':
		'It was signed with another secret than the trigger expects. The key or the secret in the credential was changed after publishing, somebody else subscribed this URL, or a proxy changed the content.',
	'refusalMessages.noSignature':
		'Somebody other than Link Platform called the URL, or a proxy removes the header of the signature.',
	'refusalMessages.noSecret':
		"The credential was deleted, can't be read, or has neither 'API Key' nor 'Webhook Signing Secret'.",
	'refusalMessages.notObject':
		'The signature is right, but the content is not what Link Platform documents.',
	'refusalMessages.tooDeep':
		"The signature is right, but more than 1,000 lists and objects are nested in one another, with which n8n couldn't run a workflow.",
	'refusalMessages.unreadable':
		"The content is larger than n8n allows, a form, or in an encoding that n8n doesn't know.",
	'refusalMessages.response': 'The response to a refused delivery, with one of the reasons above.',
	'pausingMessages.notAsTool':
		'An agent waits for the result of a tool, and the event may come in days.',
	'pausingMessages.oneItem':
		'n8n pauses the whole execution, and one event resumes it. Nothing was sent.',
	'pausingMessages.waiting':
		'Shown in the editor. The execution is paused until the event happens or the time is over.',
	'waitMessages.outOfRange':
		'n8n checks once a minute which waits are over, so a shorter time is not possible.',
	'waitMessages.nothingLeft': 'No click could end the wait.',
	'waitMessages.expired': 'The wait would last until its time limit. No webhook was created.',
	'waitMessages.counterMissing':
		"The response has no counter, so it isn't known whether the link was clicked or the QR code was scanned before. No webhook is left.",
	'waitMessages.tokenShared':
		'A hint. n8n has one token per execution, which the URL of each of its waits contains. A later Wait node without authentication asks for nothing else. See [Security](../guides/security.md#executions-that-wait).',
	'waitMessages.clickOn': 'What is waited for, in the editor\'s text "Waiting for …".',
	'waitMessages.scanOf': 'The same.',
	'waitMessages.anyEvent': 'The same.',
	'waitMessages.oneOf': 'The same.',
	'triggerWaitMessages.refused':
		'The reasons are those of a published trigger. Somebody else called the URL, or the API key or the signing secret was changed. The execution keeps waiting.',
	'triggerWaitMessages.notProcessed':
		'n8n failed while a delivery came in. The execution keeps waiting, and Link Platform delivers again.',
	'triggerWaitMessages.notProcessedResponse': 'The response to such a delivery.',
	'triggerWaitMessages.webhookNotRemoved':
		"The execution went on, but its webhook couldn't be deleted.",
};

/** What else to do, beside the description of the message. */
export const ADVICE: Record<string, string> = {
	'credentialTestMessages.keyRejected':
		'Copy the key again from your account settings. If it is right, turn on **Advanced** and try the other option.',
	'credentialTestMessages.noPermission':
		'If the key is meant for less, save the credential. It works for what its scopes allow.',
	'credentialTestMessages.noAccount':
		'Open the API URL in a browser to see what it leads to. The addresses of the website and of the API can differ.',
	'credentialTestMessages.redirected':
		'Often only `http` has to become `https`, or `www.` be added.',
	'credentialMessages.invalidKey':
		'`{{ $json.clientKey.trim() }}` removes space and line breaks around a key.',
	'credentialMessages.needsItem': '`$vars` and `$secrets` work everywhere.',
	'keyMessages.cannotRead':
		'Your account lists the scopes that it offers ([Key scopes](README.md#key-scopes)).',
	'keyMessages.cannotWrite':
		'Your account lists the scopes that it offers ([Key scopes](README.md#key-scopes)).',
	'fieldMessages.missing':
		"To leave out such items, put a Filter node before this one, or set 'On Error' to continue.",
	'fieldMessages.notEvaluated':
		'In the JSON of a workflow, an expression begins with an equals sign: `"={{ $json.url }}"`.',
	'fieldMessages.notText':
		'Pick a single value: `{{ $json.customer.name }}` instead of `{{ $json.customer }}`.',
	'fieldMessages.brokenText': 'If an expression shortens the text, cut it at a space.',
	'fieldMessages.notUrl':
		"`{{ 'https://' + $json.website }}` adds it if it is missing from all values.",
	'fieldMessages.notOneUrl':
		'Inside a URL, a space is written `%20`: `{{ encodeURI($json.url) }}`.',
	'fieldMessages.notNumber':
		"`{{ $json.price.replace(',', '.') }}` turns a decimal comma into a point.",
	'fieldMessages.notWhole': '`{{ Math.round($json.size) }}` rounds it.',
	'fieldMessages.notBoolean': '`{{ $json.active === "yes" }}` turns that text into true or false.',
	'fieldMessages.notColor': 'Use three or six digits of 0–9 and A–F.',
	'fieldMessages.notDate':
		'`{{ DateTime.fromFormat($json.date, "dd.MM.yyyy") }}` reads other formats.',
	'fieldMessages.notList':
		'Pick one field of each, `{{ $json.tags.map(tag => tag.name) }}`, or use a text with commas.',
	'fieldMessages.notObject': 'Set the fields of the collection one by one.',
	'fieldMessages.invalidJson':
		'Where the JSON is put together from values, use `{{ JSON.stringify($json.title) }}`, which adds the quotes itself.',
	'runMessages.inRow': 'Check that row. The number that n8n adds counts items, from 0.',
	'runMessages.row': 'Check the key of that row. Rows count from 1, or are those of the sheet.',
	'hintMessages.accounts': 'Where you expected one account, check the expression.',
	'hintMessages.moved': '`{{ $json.input.url }}` reads such a field.',
	'blockFieldMessages.notDescribed':
		"Look at an existing block of this type with Bio Page > Get and 'Output' set to 'Raw'.",
	'responseMessages.refused': 'Its support finds the request by `details.requestId`.',
	'responseMessages.notInPlan':
		'Put Account > Check Quota first in a workflow to know before anything is created.',
	'responseMessages.alreadyExists':
		'To repeat a workflow without this, use Link > Create or Update, or Link > Create Once.',
	'responseMessages.tooLarge':
		"For QR Code > Create Many, lower 'Batch Size'. A batch that is too large is also split automatically.",
	'responseMessages.mayBeDone':
		'Check with Get Many whether the record exists. Link > Create Once can be retried without checking.',
	'responseMessages.noNewRecord': 'Check with Get Many whether the record exists.',
	'responseMessages.redirected': 'Often only `http` has to become `https`, or `www.` be added.',
	'responseMessages.refusedElsewhere':
		'Often only `http` has to become `https`, or `www.` be added.',
	'networkMessages.connectionRefused':
		"If n8n runs in Docker, `localhost` is the container itself. Use the name of Link Platform's container, or `host.docker.internal`.",
	'networkMessages.untrusted':
		"Set `NODE_EXTRA_CA_CERTS` of n8n to the file with your company's certificate.",
	'networkMessages.timedOut': 'AI images and AI pages may take minutes.',
	'rateLimitMessages.closed':
		'The limit of a day or a month may be used up. Restarting n8n ends the pause.',
	'qrCodeMessages.waitsInLine': 'If runs of a schedule often overlap, start it less often.',
	'qrCodeMessages.imageByDownload': 'Connect QR Code > Download to the error output, with this ID.',
	'qrCodeMessages.tooLargeForAgent':
		"Set 'Format' and 'Image Size (Pixels)' in the tool, or have the agent use the short URL.",
	'qrCodeMessages.batchMayExist':
		"Correct the row, turn on 'Skip Existing', and run all rows again. Only what is missing is created.",
	'qrCodeMessages.nothingCreated':
		'Run the rows again. If the first line is about permissions, the API key needs the scope `qr:read`.',
	'qrCodeMessages.otherTarget':
		'To have the old QR code lead to the new URL, update its link instead, and delete the new one.',
	'qrCodeMessages.lowContrast':
		'Black on white is the safest. See [QR codes that scan](../guides/qr-readability.md).',
	'qrCodeMessages.logoCovers': 'See [QR codes that scan](../guides/qr-readability.md).',
	'linkMessages.otherLetters':
		'Enter the alias as Link Platform writes it, e.g. with `.toLowerCase()` in an expression. On other deployments it is another link, so it is not changed by itself.',
	'linkMessages.leftOut':
		'To get them too, remove that filter and add a Filter node after this one.',
	'linkMessages.notCampaignId': 'Campaign > Get Many has both.',
	'bioPageMessages.blocksFailed':
		'Correct these blocks and add them with Bio Block > Create. An If node with `{{ $json.blocksFailed.length > 0 }}` finds such pages.',
	'bioPageMessages.settingsFailed': 'Set them with Bio Page > Update.',
	'analyticsMessages.mostRead': "Narrow the links with 'Filters', or choose a lower 'Limit'.",
	'publishingMessages.notEncrypted':
		'Use an https:// address. Options > Drop IP Addresses only drops them inside n8n.',
	'publishingMessages.bothPrivate':
		'Webhook > Ensure Active with Check Delivery says what is wrong if nothing arrives.',
	'publishingMessages.anotherN8n': 'Unpublish the workflow in the n8n that is not to run it.',
	'publishingMessages.notRemoved':
		'Nothing breaks: the next test or publication replaces it. Webhook > Clean Up deletes it at once.',
	'publicAddressMessages.unreachable':
		'[n8n at home](../guides/n8n-on-a-laptop.md) says what works without a public address, and how to get one.',
	'subscriptionMessages.earlierIsLeft':
		'Run Webhook > Get Many, and delete the older one of the two.',
	'subscriptionMessages.earlierIsBack':
		'Solve what the first line says, and run Ensure Active again.',
	'subscriptionMessages.earlierIsGone':
		'Solve what the first line says, and run Ensure Active again soon. Events without a webhook are not kept.',
	'checkMessages.secretChanged':
		'Nothing to do. Deliveries between the change and the renewal were refused.',
	'checkMessages.noResponse':
		'If it keeps happening, check the network between n8n and Link Platform.',
	'webhookStateMessages.missing':
		"If that happens again and again, the URL doesn't respond. Check that the workflow is published, and turn on 'Check Delivery' of Ensure Active.",
	'webhookMessages.notEncrypted':
		'Put n8n behind a reverse proxy with TLS, and set `N8N_WEBHOOK_URL`.',
	'webhookMessages.notGenuine':
		"n8n's Webhook node keeps the bytes with 'Raw Body', a queue if nothing parses its message.",
	'webhookMessages.ignored': "Change 'Filters' of the trigger, or 'Data' of the event.",
	'heartbeatMessages.noResponse':
		"If others can reach n8n's public address, but n8n itself can't, leave 'Check Delivery' off.",
	'deliveryMessages.ignored':
		"If too many are ignored, correct 'Filters' or the options of the trigger.",
	'deliveryMessages.duplicate': "Nothing to do. To run every delivery, turn off 'Skip Duplicates'.",
	'deliveryMessages.scan': "Nothing to do. To run both, turn off 'Ignore Clicks From QR Scans'.",
	'deliveryMessages.credentialUnreadable':
		'After moving n8n, its `N8N_ENCRYPTION_KEY` must be the old one.',
	'deliveryMessages.mayBeDuplicate': "If it keeps happening, check n8n's database.",
	'refusalMessages.wrongSignature':
		'Publish the workflow again. If it keeps happening, delete other webhooks with the URL by Webhook > Clean Up.',
	'refusalMessages.noSignature':
		'If it was not Link Platform, there is nothing to do. Otherwise have the proxy forward headers that begin with `X-`.',
	'refusalMessages.noSecret': 'Choose a credential in the trigger, and publish the workflow again.',
	'refusalMessages.unreadable': 'If it comes from Link Platform, raise `N8N_PAYLOAD_SIZE_MAX`.',
	'pausingMessages.waiting': 'Make the event happen, e.g. visit the link, or stop the execution.',
	'triggerWaitMessages.refused':
		'After a change of the key, waits that started before it only end by their time limit.',
	'triggerWaitMessages.notProcessed': "Check n8n's log.",
	'triggerWaitMessages.webhookNotRemoved': 'Nothing to do. It is removed after its time limit.',
};

import { choice, flag, number } from '../../runner/fields';
import type { CompositeOperation } from '../../runner/operation';
import { campaignId } from '../campaign/fields';
import { shownFor } from '../fields';
import { filters } from '../link/filters';
import { linkId } from '../link/fields';
import { period } from './fields';
import { readReport } from './report';
import { toHtml } from './reportHtml';
import { toSubject, toText } from './reportText';
import { MOST_LINKS } from './reportTotals';

/** Gets the clicks of a period and of the previous period, as rows for a sheet or as an email. */
export const getReport: CompositeOperation = {
	action: 'Get click report',
	description:
		'Get the clicks of a period and the change since the previous one, as items or as an email',
	builderHint: "For an email use outputAs html: 'subject', 'html' and 'text' are ready to send",
	routes: [
		'GET /api/url/{linkId}/stats',
		'GET /api/urls',
		'GET /api/url/{linkId}',
		'GET /api/url/{linkId}/stats/clicks',
		'GET /api/url/{linkId}/stats/countries',
		'GET /api/url/{linkId}/stats/referrers',
		'GET /api/campaign/{campaignId}',
		'GET /api/campaign/{campaignId}/stats',
	],
	fields: [
		choice(
			'Report On',
			'reportOn',
			[
				'campaign',
				'link',
				{
					value: 'links',
					description: `Links with the most clicks first. Sends one request per 100 links in the account, one for each clicked link that could be in the list (at most ${MOST_LINKS}), and one more for each listed link if 'Compare' is on.`,
				},
			],
			{ default: 'links' },
		),
		shownFor('reportOn', 'link', linkId),
		shownFor('reportOn', 'campaign', campaignId),
		period,
		shownFor('reportOn', 'links', filters),
		shownFor(
			'reportOn',
			'links',
			number('Limit', 'limit', {
				default: 50,
				typeOptions: { minValue: 1, maxValue: MOST_LINKS, numberPrecision: 0 },
				description: 'Max number of results to return',
			}),
		),
		flag('Compare', 'compare', {
			default: true,
			description: 'Whether to compare with the previous period',
		}),
		choice('Output As', 'outputAs', [
			{ value: 'items', description: 'One item per link' },
			{ name: 'Email', value: 'html', description: 'Subject, HTML and text in one item' },
		]),
	],
	// Run the reports of several items one by one, because each report already sends as many requests at a time as the
	// credential allows.
	orderingKey: () => 'report',
	run: async (input, context) => {
		// Read 'Output As' before the first request, so that an invalid value is rejected before anything is sent.
		const isEmail = input.string('outputAs') === 'html';
		const report = await readReport(input, context);
		if (!isEmail) return report.items.map((json) => ({ json }));
		return [{ json: { subject: toSubject(report), html: toHtml(report), text: toText(report) } }];
	},
};

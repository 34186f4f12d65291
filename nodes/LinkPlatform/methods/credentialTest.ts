import type { ICredentialTestFunction, IHttpRequestOptions } from 'n8n-workflow';
import { LinkPlatformApi } from '../../../credentials/LinkPlatformApi.credentials';
import { createClient, FORM, type Context } from '../adapter/client';
import { credentialTestMessages } from '../adapter/messages';
import { joinSentences, toFailure } from '../api/failure';
import { toRedirectFailure } from '../api/failures';
import type { Response } from '../api/transport';
import { readAccount } from '../resources/account/checkSetup';

/**
 * Tests a credential when somebody saves it: reads the account with the client of the nodes, so that the same response
 * is a success or a failure, in the same words. n8n calls it because the nodes name it in `testedBy`. Here, n8n offers
 * only its older request helper, which sends the key along with a redirect. So no redirect is followed.
 */
const testAccount: ICredentialTestFunction = async function ({ data = {} }) {
	const { request } = this.helpers;
	const send = async ({ url, ...options }: IHttpRequestOptions) => {
		const all = { resolveWithFullResponse: true, simple: false, useStream: true };
		const asked = { ...options, ...all, uri: url, followRedirect: false };
		const response = (await request(asked)) as Response;
		const { location } = response.headers;
		if (typeof location !== 'string' || response.statusCode < 300) return response;
		const target = URL.canParse(location, url) ? new URL(location, url).href : location;
		throw toRedirectFailure(response, target.split('/api/account')[0]);
	};
	const sendWithKey = async (_type: string, options: IHttpRequestOptions) =>
		await send(await new LinkPlatformApi().authenticate(data, options));
	const context = { helpers: { httpRequest: send, httpRequestWithAuthentication: sendWithKey } };
	try {
		await readAccount(createClient(context as unknown as Context, data, { ...FORM, attempts: 1 }));
		return { status: 'OK', message: 'Connection successful!' };
	} catch (thrown) {
		const { message, description, status } = toFailure(thrown);
		const advice = status === 403 ? credentialTestMessages.keptScopes : undefined;
		return { status: 'Error', message: `${joinSentences(message, description, advice)}.` };
	}
};

/** The methods that test credentials. */
export const credentialTest = { testAccount };

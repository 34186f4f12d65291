/**
 * Loaded into an n8n before it starts (`node --import`): requests to one https address go to a port of this
 * machine, named by LOCAL_SITE. Pictures can then show a realistic address.
 */
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

import type { Site } from './instance.mts';

const { publicUrl, port } = JSON.parse(process.env.LOCAL_SITE!) as Site;
const { hostname } = new URL(publicUrl);

const { request } = https;
// As n8n's HTTP client calls it: with options and a listener.
function requestThere(
	options: https.RequestOptions,
	listener: (response: http.IncomingMessage) => void,
): http.ClientRequest {
	if (options.hostname !== hostname) return request(options, listener);
	const there = { protocol: 'http:', hostname: '127.0.0.1', port, agent: undefined };
	return http.request({ ...options, ...there }, listener);
}
https.request = requestThere as typeof request;
syncBuiltinESMExports();

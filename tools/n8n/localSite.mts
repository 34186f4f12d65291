/**
 * A module that n8n loads before it starts (`node --import`). It sends n8n's requests for one https URL to a port on
 * this machine, so that screenshots can show a realistic URL. LOCAL_SITE contains the URL and the port.
 */
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

import type { Site } from './instance.mts';

const { publicUrl, port } = JSON.parse(process.env.LOCAL_SITE!) as Site;
const { hostname } = new URL(publicUrl);

const { request } = https;
// Takes options and a listener, because n8n's HTTP client calls `https.request` with these arguments.
function requestThere(
	options: https.RequestOptions,
	listener: (response: http.IncomingMessage) => void,
) {
	if (options.hostname !== hostname) return request(options, listener);
	const there = { protocol: 'http:', hostname: '127.0.0.1', port, agent: undefined };
	return http.request({ ...options, ...there }, listener);
}
https.request = requestThere as typeof request;
syncBuiltinESMExports();

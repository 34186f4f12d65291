/** Creates a link whose expiry is a date from an expression in n8n's isolate; prints the request's body. */
import { openWorld } from '../../support/world.mts';

const world = await openWorld({ expressionEngine: 'vm' });
const expiry = '={{ DateTime.fromISO("2031-02-03T04:05:06Z") }}';
const parameters = { url: 'https://example.com', additionalFields: { expiry } };
await world.run('link', 'create', parameters, { settings: { timezone: 'UTC' } });
const [{ body }] = await world.requests();
console.log(JSON.stringify(body));
await world.close();

/** Creates a link that expires at a date made by an expression, in n8n's isolate; prints what Link Platform got. */
import { openWorld } from '../../support/world.mts';

const world = await openWorld({ expressionEngine: 'vm' });
const expiry = '={{ DateTime.fromISO("2031-02-03T04:05:06Z") }}';
const parameters = { url: 'https://example.com', additionalFields: { expiry } };
await world.run('link', 'create', parameters, { settings: { timezone: 'UTC' } });
const [{ body }] = await world.sandbox.requests();
console.log(JSON.stringify(body));
await world.close();

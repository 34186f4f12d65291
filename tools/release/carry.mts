/**
 * `npm run release:identity`: once `author` and `repository` in package.json are yours, carries them into the
 * files that name them too.
 */
import { carryIdentity } from './identity.mts';

const changed = carryIdentity(process.cwd());
console.log(changed.length > 0 ? `Changed:\n  ${changed.join('\n  ')}` : 'Nothing to change.');

/** Checks that the deployments page, the sandbox and the soak test have the same settings. */
import { readFileSync } from 'node:fs';
import { listSettings } from '../../packages/sandbox/settings.mts';
import { DEPLOYMENTS_PAGE, readAxes } from '../../tools/docs/deployments.mts';
import { NOT_DRAWN } from '../soak/deployment.mts';

const page = readFileSync(DEPLOYMENTS_PAGE, 'utf8');
const names = listSettings().map(({ name }) => name);
const drawn = names.filter((name) => !(name in NOT_DRAWN));

test('the deployments page has exactly one row for each setting the soak test varies, citing the soak test', () => {
	const rows = readAxes(page);
	expect(rows.map(({ setting }) => setting).sort()).toEqual(drawn.toSorted());
	expect(rows.filter(({ heldBy }) => !/^soak\b/.test(heldBy))).toEqual([]);
});

test('every setting listed as not varied by the soak test exists', () => {
	expect(Object.keys(NOT_DRAWN).filter((name) => !names.includes(name))).toEqual([]);
});

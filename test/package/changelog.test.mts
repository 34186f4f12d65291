/** Checks that CHANGELOG.md follows Keep a Changelog, between releases as well. */
import { readFileSync } from 'node:fs';

const TYPES = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'];

test('CHANGELOG.md has dated versions, newest first, with entries under the headings of Keep a Changelog', async () => {
	const { parser } = await import('keep-a-changelog');
	const { releases } = parser(readFileSync('CHANGELOG.md', 'utf8'), { autoSortReleases: false });
	expect(releases.length).toBeGreaterThan(0);
	const dates = releases.filter(({ version }) => version).map(({ date }) => date!.getTime());
	expect(dates).toEqual([...dates].sort((a, b) => b - a));
	for (const [index, release] of releases.entries()) {
		expect(release.isEmpty()).toBe(false);
		const used = [...release.changes].filter(([, changes]) => changes.length > 0);
		for (const [type] of used) expect(TYPES).toContain(type);
		// Only the topmost section may lack a version, because it may be unreleased.
		if (index > 0) expect(release.version).toBeDefined();
	}
});

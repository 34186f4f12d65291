/**
 * The order in which jest starts test files: those that take long although they are short, then the rest by size, which
 * mostly tells. So no worker is left with a long one at the end. jest's own order needs an earlier run on this machine.
 */
const LONG =
	/\/(attacks|bulkRun|checkDelivery|commands|endless|faults|files|killed|rateLimits|soak)\.test\.mts$/;

const rank = ({ path, context }) => [LONG.test(path) ? 1 : 0, context.hasteFS.getSize(path) ?? 0];

export default class LongestFirst {
	sort(tests) {
		return tests
			.map((test) => ({ test, rank: rank(test) }))
			.sort(({ rank: a }, { rank: b }) => b[0] - a[0] || b[1] - a[1])
			.map(({ test }) => test);
	}

	/** Nothing is kept from one run to the next. */
	cacheResults() {}
}

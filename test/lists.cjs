/** For jest's `toEqual`, a list that ends with undefined is one without it: an item too many would pass. */
const isOfOtherLength = (one, other) =>
	Array.isArray(one) && Array.isArray(other) && one.length !== other.length ? false : undefined;
// Once per worker, whose test files share one `expect`.
if (!globalThis.comparesLengths) expect.addEqualityTesters([isOfOtherLength]);
globalThis.comparesLengths = true;

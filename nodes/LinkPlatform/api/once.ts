/** Memoizes a function of one object. Results are kept as long as the object exists. */
export function oncePer<Source extends object, Result>(read: (source: Source) => Result) {
	const known = new WeakMap<Source, Result>();
	return (source: Source): Result => {
		const result = known.get(source) ?? read(source);
		known.set(source, result);
		return result;
	};
}

/** jest's types take every matcher for `any`, which says of nothing around it what it is. */
declare global {
	namespace jest {
		interface Expect {
			any(type: unknown): unknown;
			arrayContaining(entries: readonly unknown[]): unknown;
			stringContaining(text: string): unknown;
			stringMatching(pattern: string | RegExp): unknown;
			closeTo(value: number, digits?: number): unknown;
			anything(): unknown;
		}
		interface InverseAsymmetricMatchers {
			arrayContaining(entries: readonly unknown[]): unknown;
			stringContaining(text: string): unknown;
			stringMatching(pattern: string | RegExp): unknown;
		}
	}
}

export {};

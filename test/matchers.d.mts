/** Types for jest's matchers. In jest's own types, every matcher is `any`, which disables type checks around it. */
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

/** As JSON, the fields of each object in order: what is equal has the same text, whatever it was read from. */
export function inOrder(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(inOrder).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const fields = Object.entries(value).filter(([, field]) => field !== undefined);
	const texts = fields.map(([name, field]) => `${JSON.stringify(name)}:${inOrder(field)}`);
	return `{${texts.sort().join()}}`;
}

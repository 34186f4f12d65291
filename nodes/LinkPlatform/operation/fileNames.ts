import type { INodeExecutionData } from 'n8n-workflow';

/**
 * The items with a file name of its own for each file (an item holds at most one), counted as browsers do:
 * `menu.png`, `menu (2).png`. Otherwise one would replace the other in a folder or ZIP file.
 */
export function withDistinctFileNames(items: INodeExecutionData[]): INodeExecutionData[] {
	const used = new Map<string, number>();
	return items.map((item) => {
		const [entry] = Object.entries(item.binary ?? {});
		if (!entry) return item;
		const [property, file] = entry;
		const fileName = claim(file.fileName ?? property, used);
		const isTold = item.json.fileName !== undefined && item.json.fileName === file.fileName;
		return {
			...item,
			json: isTold ? { ...item.json, fileName } : item.json,
			binary: { [property]: { ...file, fileName } },
		};
	});
}

/** The name if it is free, else with a number. Not everywhere are files told apart by upper and lower case. */
function claim(name: string, used: Map<string, number>): string {
	const key = name.toLowerCase();
	const count = (used.get(key) ?? 0) + 1;
	used.set(key, count);
	return count === 1 ? name : claim(name.replace(/(\.\w+)?$/, ` (${count})$1`), used);
}

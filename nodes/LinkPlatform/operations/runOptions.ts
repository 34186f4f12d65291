import type { INodeProperties } from 'n8n-workflow';

/** Options that every operation has (docs/guides/rate-limits.md). */
export const runOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			default: 5,
			typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
			description: 'Maximum number of requests to send in parallel',
		},
		{
			displayName: 'Max Wait',
			name: 'maxWait',
			type: 'number',
			default: 600,
			typeOptions: { minValue: 0, numberPrecision: 0 },
			description: 'Maximum total time to wait for the rate limit, in seconds',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			default: 60,
			typeOptions: { minValue: 1, numberPrecision: 0 },
			description: 'Maximum time to wait for a response, in seconds',
		},
	],
};

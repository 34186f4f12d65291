import type { IExecuteFunctions } from 'n8n-workflow';

/** Says in the output panel of the execution why an item is missing. */
export function addHint(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints({ message, type: 'info', location: 'outputPane' });
}

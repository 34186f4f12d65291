/**
 * Provides the same copy of n8n-workflow that n8n-core and the nodes use. n8n-core is CommonJS, so a plain `import …
 * from 'n8n-workflow'` in an ES module would load a second, ESM copy: its classes fail `instanceof`, and it has a
 * separate expression engine.
 */
import * as commonJs from 'n8n-workflow/dist/cjs/index.js';
import type * as N8nWorkflow from 'n8n-workflow';

export const {
	createRunExecutionData,
	Expression,
	ICredentialsHelper,
	NodeConnectionTypes,
	NodeHelpers,
	NodeOperationError,
	resolveWebhookDescriptionField,
	UserError,
	Workflow,
} = commonJs as unknown as typeof N8nWorkflow;

export type Workflow = N8nWorkflow.Workflow;

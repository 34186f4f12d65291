import { Failure } from '../../api/failure';
import { json, text } from '../../runner/fields';
import type { Input } from '../../runner/input';
import type { CompositeOperation, OperationContext } from '../../runner/operation';
import { toItem, verify } from '../../deliveries/delivery';
import { getObject } from '../fields';
import { toUrlField } from './fields';
import { webhookMessages } from './messages';

const body = text('Body', 'body', {
	typeOptions: { rows: 4 },
	description: 'Exactly as received, because the signature covers each byte',
	isExact: true,
	notText: webhookMessages.parsedBody,
});

/** Runs the trigger's signature check on an event that reached n8n another way, e.g. through a queue. */
export const verifyDelivery: CompositeOperation = {
	action: 'Verify webhook delivery',
	description:
		'Check the signature of a delivery that came through a queue or gateway, and get its event',
	routes: [],
	fields: [
		body,
		text('Input Data Field Name', 'inputDataFieldName', {
			placeholder: 'e.g. data',
			description: "Input field with the body as a file. Used instead of 'Body'.",
		}),
		json('Headers', 'headers', {
			required: true,
			description: 'Headers of the delivery, as a JSON object',
		}),
		toUrlField(
			'Webhook URL',
			"URL that Link Platform delivered to. Needed if the credential has no 'Webhook Signing Secret'.",
		),
	],
	run: async (input, context) => {
		const webhookUrl = input.string('webhookUrl');
		if (webhookUrl === '' && context.isSecretDerived) throw input.missing('webhookUrl');
		const secret = context.signingSecret(webhookUrl);
		const headers = getObject(input, 'headers');
		const signed = await readBody(input, context);
		const verified = await verify(headers, async () => await Promise.resolve(signed), [
			async () => await Promise.resolve([{ secret }]),
		]);
		if (!('refusal' in verified)) return [{ json: toItem(verified.body, headers) }];
		const { reason } = verified.refusal;
		throw Failure.input(webhookMessages.notGenuine, { reason });
	},
};

async function readBody(input: Input, context: OperationContext): Promise<Buffer> {
	if (input.string('inputDataFieldName') === '') return Buffer.from(input.required('body'));
	const file = await context.inputFile(input, 'inputDataFieldName');
	return await context.readAll(await file.open());
}

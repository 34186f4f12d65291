/** The credentials of one execution: plain data from the caller instead of n8n's database. */
import { getAdditionalKeys } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	ICredentialsExpressionResolveValues,
	IExecuteData,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	INodeTypes,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers, UserError, Workflow } from './n8nWorkflow.mts';

/** Plain credential data by credential type, e.g. `{ linkPlatformApi: { apiUrl, apiKey } }`. */
export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

/** The credential types of a package, by name. */
export type CredentialTypes = Record<string, ICredentialType>;

/** Rejects a call that would use credentials in n8n's database. */
function refuse() {
	return Promise.reject(new UserError('The engine stores no credentials'));
}

/** A placeholder node for resolving a credential's expressions outside of a workflow run. */
const NO_NODE: INode = {
	id: '',
	name: '',
	typeVersion: 1,
	type: 'mock',
	position: [0, 0],
	parameters: {},
};
const NO_NODE_TYPES = {
	getByName: () => undefined,
	getByNameAndVersion: () => ({ description: { properties: [] } }),
	getKnownTypes: () => ({}),
} as unknown as INodeTypes;

/** The credentials helper that n8n-core calls. It returns the data that the caller supplied, and stores nothing. */
export class SuppliedCredentials extends ICredentialsHelper {
	/** The number of times that nodes and their requests have read (and decrypted) credentials. */
	reads = 0;
	readonly #types: CredentialTypes;
	readonly #data: () => CredentialData;

	/**
	 * Creates the helper. It calls `data` for each read of credentials, because n8n also reads its database each time.
	 */
	constructor(types: CredentialTypes, data: () => CredentialData) {
		super();
		this.#types = types;
		this.#data = data;
	}

	/** Returns no types, because credential types with `extends` aren't supported. */
	getParentTypes(): string[] {
		return [];
	}

	/** Returns true: every node may use every credential. */
	isCredentialUsableByNode(): boolean {
		return true;
	}

	/** Returns the fields of a credential type. Throws a UserError if the type is unknown. */
	getCredentialsProperties(typeName: string): INodeProperties[] {
		return this.#type(typeName).properties;
	}

	/**
	 * Resolves with the data as n8n passes it to a node: with the credential type's defaults and with resolved
	 * expressions. In a run, expressions can use the run's data and the item. Otherwise, they can use only `$vars` and
	 * `$secrets`. Rejects with a UserError if no data of this type was supplied.
	 */
	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		_details: INodeCredentialsDetails,
		typeName: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		run?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		const data = this.withDefaults(typeName) as INodeParameters;
		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		if (run) {
			return run.workflow.expression.getParameterValue(
				data,
				run.runExecutionData,
				run.runIndex,
				run.itemIndex,
				run.node.name,
				run.connectionInputData,
				mode,
				keys,
				executeData,
				false,
				data,
			) as ICredentialDataDecryptedObject;
		}
		const { expression } = new Workflow({
			nodes: [NO_NODE],
			connections: {},
			active: false,
			nodeTypes: NO_NODE_TYPES,
		});
		const resolve = () =>
			expression.getComplexParameterValue(
				NO_NODE,
				data,
				mode,
				keys,
				undefined,
				undefined,
				data,
			) as ICredentialDataDecryptedObject;
		return await expression.withIsolate(async () => await Promise.resolve(resolve()));
	}

	/**
	 * Returns the data with the credential type's defaults filled in. Doesn't count as a read, and doesn't resolve
	 * expressions. Throws a UserError if no data of this type was supplied.
	 */
	withDefaults(typeName: string): ICredentialDataDecryptedObject {
		const data = this.#data()[typeName];
		if (!data) throw new UserError(`No credentials of type "${typeName}" were supplied`);
		const properties = this.getCredentialsProperties(typeName);
		return NodeHelpers.getNodeParameters(
			properties,
			structuredClone(data) as INodeParameters,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
	}

	/**
	 * Adds the credential to a request, as the credential type's `authenticate` specifies. Resolves with the request
	 * options.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.#type(typeName);
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		if (authenticate?.type !== 'generic') return options;

		const resolve = (text: string) =>
			String(
				workflow.expression.getSimpleParameterValue(
					node,
					text,
					'internal',
					{ $credentials: credentials },
					undefined,
					'',
				) ?? '',
			);
		const target = options as unknown as Record<string, Record<string, string>>;
		for (const [section, entries] of Object.entries(authenticate.properties)) {
			for (const [name, value] of Object.entries(entries as Record<string, string>)) {
				(target[section] ??= {})[resolve(name)] = resolve(value);
			}
		}
		return options;
	}

	/**
	 * Rejects with a UserError if n8n would call the credential type's `preAuthentication()` to get a missing token,
	 * because the engine would send the request without the token. Otherwise resolves with undefined.
	 */
	preAuthentication(
		_helpers: unknown,
		data: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<undefined> {
		const { preAuthentication, properties } = this.#type(typeName);
		const token = properties.find(({ typeOptions }) => typeOptions?.expirable)?.name;
		if (!preAuthentication || !token || data[token]) return Promise.resolve(undefined);
		const message = `The engine doesn't call preAuthentication(): supply "${token}" of "${typeName}"`;
		return Promise.reject(new UserError(message));
	}

	/** Resolves with undefined, because the engine never calls `preAuthentication()`. */
	runPreAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	getCredentials = refuse;
	updateCredentials = refuse;
	updateCredentialsOauthTokenData = refuse;

	/** Returns a credential type. Throws a UserError if the type is unknown. */
	#type(typeName: string) {
		const type = this.#types[typeName];
		if (!type) throw new UserError(`Unknown credential type "${typeName}"`);
		return type;
	}
}

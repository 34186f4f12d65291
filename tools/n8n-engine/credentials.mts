/** The credentials of one execution: plain data given by the caller instead of n8n's database. */
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers, UserError, type Workflow } from './n8nWorkflow.mts';

/** Plain credential data by credential type, e.g. `{ linkPlatformApi: { apiUrl, apiKey } }`. */
export type CredentialData = Record<string, ICredentialDataDecryptedObject>;

export type CredentialTypes = Record<string, ICredentialType>;

function refuse(): Promise<never> {
	return Promise.reject(new UserError('The engine stores no credentials'));
}

export class SuppliedCredentials extends ICredentialsHelper {
	/** How often a node, or a request on its behalf, had the credentials read (and decrypted). */
	reads = 0;
	readonly #types: CredentialTypes;
	readonly #data: () => CredentialData;

	/** `data` is asked for with every reading, as n8n looks into its database. */
	constructor(types: CredentialTypes, data: () => CredentialData) {
		super();
		this.#types = types;
		this.#data = data;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(typeName: string): INodeProperties[] {
		return this.#type(typeName).properties;
	}

	/** The data with the credential type's defaults filled in, as n8n hands it to a node. */
	getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_details: INodeCredentialsDetails,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		return Promise.resolve(this.withDefaults(typeName));
	}

	/** Same as `getDecrypted`, but not counted: for the harness itself. */
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

	/** Refreshing an expiring token is the database's business; a plain key has none. */
	preAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	runPreAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	getCredentials = refuse;
	updateCredentials = refuse;
	updateCredentialsOauthTokenData = refuse;

	#type(typeName: string): ICredentialType {
		const type = this.#types[typeName];
		if (!type) throw new UserError(`Unknown credential type "${typeName}"`);
		return type;
	}
}

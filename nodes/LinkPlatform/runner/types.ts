import type { IBinaryData, IDataObject, INodeProperties } from 'n8n-workflow';
import type { Client } from '../api/client';
import type { Words } from '../api/failure';

/** A field of an operation, as n8n shows it. */
export interface Field extends INodeProperties {
	/**
	 * For a resource locator: how a record is found that is given in one of the locator's modes, e.g. `url`.
	 * Resolves with the record's ID. What is about to be deleted has to be the record itself.
	 */
	resolve?: Record<
		string,
		(given: string, client: Client, isDeletion: boolean) => Promise<unknown>
	>;
	/** True for a text whose white space at both ends counts. */
	isExact?: boolean;
	/** The failure if the value of a text is a list or an object. */
	notText?: Words;
}

/** One output item before it is paired with its input. */
export interface Output {
	json: IDataObject;
	binary?: Record<string, IBinaryData>;
}

/** The changes to n8n that docs/maintainers/measurements/upstream proposes, as code that definition.test.mts measures. */
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

/** What a caller asks the definition of: all of a node, or one operation. */
interface Discriminators {
	resource?: string;
	operation?: string;
	mode?: string;
}

const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

const isOption = (option: object): option is INodePropertyOptions =>
	'name' in option && 'value' in option;

/** The description with the options of its menus that pass. */
function withOptions(
	description: INodeTypeDescription,
	isKept: (menu: keyof Discriminators, value: unknown) => boolean,
): INodeTypeDescription {
	const properties = description.properties.map((property): INodeProperties => {
		const { name, options } = property;
		if (!options || !['resource', 'operation', 'mode'].includes(name)) return property;
		const menu = name as keyof Discriminators;
		const kept = options.filter((option) => !isOption(option) || isKept(menu, option.value));
		return { ...property, options: kept } as INodeProperties;
	});
	return { ...description, properties };
}

/** 1: The description with only the resource, operation and mode that were asked for. */
export const narrow = (description: INodeTypeDescription, asked: Discriminators) =>
	withOptions(description, (menu, value) => asked[menu] === undefined || asked[menu] === value);

/** 2: The description without the entry that only leads people to the HTTP Request node. */
export const withoutCustomApiCall = (description: INodeTypeDescription) =>
	withOptions(description, (_, value) => value !== CUSTOM_API_CALL);

/** 3: The properties that every operation has, and the description without them. */
export function splitCommon(description: INodeTypeDescription) {
	const isCommon = ({ name, displayOptions: { show = {}, hide = {} } = {} }: INodeProperties) =>
		!['resource', 'operation', 'mode'].includes(name) &&
		!['resource', 'operation', 'mode'].some((menu) => menu in show || menu in hide);
	const { properties } = description;
	return {
		common: { ...description, properties: properties.filter(isCommon) },
		rest: { ...description, properties: properties.filter((property) => !isCommon(property)) },
	};
}

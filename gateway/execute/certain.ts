import {
  getNullableType,
  GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isSpecifiedScalarType,
} from 'graphql';
import type { GraphQLInputType, GraphQLScalarType as ScalarType } from 'graphql';
import { isObject } from './fetched.ts';

/** True for what is certainly a value of a type; what it is false for may be one all the same. */
export type IsCertain = (value: unknown) => boolean;

/** The usual values are seen to be right in a fraction of the time that it takes to say what is wrong with others. */
export function certainly(type: GraphQLInputType): IsCertain {
  const known = new Map<GraphQLInputType, IsCertain>();
  const of = (each: GraphQLInputType): IsCertain => {
    const before = known.get(each);
    if (before !== undefined) return before;
    let made: IsCertain = () => false;
    // A type of inputs may hold itself.
    known.set(each, (value) => made(value));
    const inner = ofNullable(getNullableType(each));
    made = isNonNullType(each) ? inner : (value) => value === null || inner(value);
    return made;
  };
  const ofNullable = (each: GraphQLInputType): IsCertain => {
    if (isListType(each)) {
      const item = of(each.ofType);
      return (value) => Array.isArray(value) && value.every(item);
    }
    if (isInputObjectType(each)) {
      if (each.isOneOf) return () => false;
      const fields = Object.values(each.getFields()).map((field) => {
        const isRequired = isNonNullType(field.type) && field.defaultValue === undefined;
        return [field.name, { isRequired, isCertain: of(field.type) }] as const;
      });
      const byName = new Map(fields);
      return (value) => {
        if (!isObject(value)) return false;
        for (const key of Object.keys(value)) if (byName.get(key)?.isCertain(value[key]) !== true) return false;
        return fields.every(([name, { isRequired }]) => !isRequired || Object.hasOwn(value, name));
      };
    }
    if (isEnumType(each)) {
      const names = new Set<unknown>(each.getValues().map(({ name }) => name));
      return (value) => names.has(value);
    }
    // A leaf that is no enum is a scalar.
    return ofScalar(each as ScalarType);
  };
  return of(type);
}

/** A scalar that reads nothing into its values takes them all: it is for the subgraph to read them. */
const { parseValue: takesAll } = new GraphQLScalarType({ name: 'Any' });

function ofScalar(type: ScalarType): IsCertain {
  if (!isSpecifiedScalarType(type))
    return (value) => type.parseValue === takesAll && value !== undefined && value !== null;
  switch (type.name) {
    case 'Int':
      return isInteger;
    case 'Float':
      return (value) => typeof value === 'number' && Number.isFinite(value);
    case 'Boolean':
      return (value) => typeof value === 'boolean';
    case 'ID':
      return (value) => typeof value === 'string' || isInteger(value);
    default:
      return (value) => typeof value === 'string';
  }
}

const isInteger: IsCertain = (value) => typeof value === 'number' && (value | 0) === value;

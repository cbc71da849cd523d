import { Kind, print, type DocumentNode, type InputValueDefinitionNode, type TypeNode } from 'graphql';

/** A uuid that no record has. */
const UNKNOWN_UUID = '"0198c0de-0000-7000-8000-000000000001"';
/** Values of the types that filters take. */
const VALUES: { readonly [type: string]: string } = {
  ID: UNKNOWN_UUID,
  String: '"text"',
  PhoneNumber: '"+254712345678"',
  Boolean: 'true',
  Date: '"2026-01-31"',
  CentsRange: '{ gte: 1, lt: 9000000 }',
  IntRange: '{ gt: 0, lte: 99 }',
  DateRange: '{ gte: "2020-01-01" }',
  DateTimeRange: '{ gt: "2020-01-01T00:00:00Z", lt: "2999-01-01T00:00:00Z" }',
};

/** The inputs of the lists of a subgraph, as its schema has them. */
export function listInputsIn({ definitions }: DocumentNode) {
  const enumValues = (name: string): readonly string[] =>
    definitions.flatMap((node) =>
      node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === name
        ? (node.values ?? []).map((value) => value.name.value)
        : [],
    );
  const fieldsOf = (name: string): readonly InputValueDefinitionNode[] =>
    definitions.flatMap((node) =>
      node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION && node.name.value === name ? (node.fields ?? []) : [],
    );
  const valueOf = (type: TypeNode): string => {
    if (type.kind === Kind.NON_NULL_TYPE) return valueOf(type.type);
    if (type.kind === Kind.LIST_TYPE) return `[${valueOf(type.type)}]`;
    return VALUES[type.name.value] ?? enumValues(type.name.value)[0] ?? print(type);
  };
  return {
    /** Each member of the filter of a list, with a value: `state: ACTIVE`. */
    filtersOf: (list: string) => fieldsOf(`${list}Filter`).map(({ name, type }) => `${name.value}: ${valueOf(type)}`),
    /** What a list is ordered by. */
    orderFieldsOf: (list: string) => enumValues(`${list}OrderField`),
  };
}

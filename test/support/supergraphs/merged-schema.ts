import { buildASTSchema, execute, GraphQLSchema, Kind, parse, printSchema, visit } from 'graphql';
import type {
  ConstDirectiveNode,
  DocumentNode,
  FieldDefinitionNode,
  GraphQLFieldResolver,
  ObjectTypeDefinitionNode,
} from 'graphql';
import { noFaults, requiredBy, resolve, type Context, type Thing } from './mock-subgraph.ts';

const context: Context = { faults: noFaults };

/**
 * One schema of all that mock subgraphs have, which answers as they do: nothing is planned, nothing is fetched. What it
 * answers is what a gateway has to answer, whatever its plan.
 * @param apiSchema what clients see
 */
export function mergedSchema(apiSchema: GraphQLSchema, sdls: readonly DocumentNode[]) {
  const { keys, requirements } = declared(sdls);
  const implementing = (name: string, interfaces: readonly string[]) => [name, ...interfaces];
  const annotated = visit(parse(printSchema(apiSchema)), {
    ObjectTypeDefinition(node) {
      const names = implementing(node.name.value, node.interfaces?.map(({ name }) => name.value) ?? []);
      return {
        ...node,
        directives: names.flatMap((name) => keys.get(name) ?? []).slice(0, 1),
        fields: node.fields?.map((field) => {
          const required = names.flatMap((name) => requirements.get(`${name}.${field.name.value}`) ?? []);
          return { ...field, directives: required.slice(0, 1) };
        }),
      } as ObjectTypeDefinitionNode;
    },
  });
  const schema = buildASTSchema(annotated, { assumeValidSDL: true });
  const requiredOf: GraphQLFieldResolver<Thing, Context> = (parent, passed, given, info) => {
    const required = requiredBy(info);
    if (required === null) return resolve(parent, passed, given, info);
    // The requirement is an operation on the object itself.
    const ofObject = new GraphQLSchema({ ...schema.toConfig(), query: info.parentType, mutation: null });
    const operation = { kind: Kind.OPERATION_DEFINITION, operation: 'query', selectionSet: required } as const;
    const found = execute({
      schema: ofObject,
      document: { kind: Kind.DOCUMENT, definitions: [operation] } as DocumentNode,
      rootValue: parent,
      contextValue: context,
      fieldResolver: requiredOf,
    });
    if ('then' in found || found.errors) throw new Error(`${info.fieldName} can’t be calculated.`);
    return resolve({ ...found.data, identity: parent.identity }, passed, given, info);
  };
  return {
    /** JSON text of the data. */
    answer(text: string, variableValues: Readonly<Record<string, unknown>>): string {
      const document = parse(text);
      const rootValue: Thing = { identity: 0 };
      const found = execute({
        schema,
        document,
        variableValues,
        rootValue,
        contextValue: context,
        fieldResolver: requiredOf,
      });
      if ('then' in found || found.errors) throw found;
      return JSON.stringify(found.data);
    },
  };
}

/** The first key of each type, and what fields require, by coordinate. */
function declared(sdls: readonly DocumentNode[]) {
  const keys = new Map<string, ConstDirectiveNode>();
  const requirements = new Map<string, ConstDirectiveNode>();
  const named = (node: { readonly directives?: readonly ConstDirectiveNode[] }, name: string) =>
    node.directives?.find((each) => each.name.value === name);
  for (const definition of sdls.flatMap(({ definitions }) => definitions)) {
    if (!('fields' in definition) || !('name' in definition)) continue;
    const type = definition.name?.value ?? '';
    const key = named(definition, 'key');
    if (key) keys.set(type, key);
    for (const field of (definition.fields ?? []) as readonly FieldDefinitionNode[]) {
      const required = named(field, 'requires');
      if (required) requirements.set(`${type}.${field.name.value}`, required);
    }
  }
  return { keys, requirements };
}

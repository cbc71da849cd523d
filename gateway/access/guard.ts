import { getNamedType, GraphQLError, isAbstractType, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { DocumentNode, FieldNode, GraphQLField, GraphQLNamedType, GraphQLSchema } from 'graphql';
import type { AccessRules, Requirement } from './rules.ts';
import { both, meets } from './rules.ts';
import { completeWithNulls, reachableFields, selectionsHolding } from './complete-with-nulls.ts';
import type { ResultMap } from './complete-with-nulls.ts';

/**
 * Enforces the access rules of the supergraph (see rules.ts) on each operation, before it is planned:
 * a field that the caller may not see is taken out, so nothing is fetched for it and no mutation of it runs;
 * afterwards it is put back as null, with one error. A null that its type does not allow takes its parent along.
 */
export type Guard = (request: GuardedRequest) => GuardedOperation | null;

type GuardedRequest = {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The scopes of the caller, who is known: no other caller gets here. */
  readonly scopes: readonly string[];
};

export type GuardedOperation = {
  /** What is left of the operation. */
  readonly document: DocumentNode;
  /** Puts the nulls and their errors into the result of what was left. */
  complete(data: ResultMap | null | undefined): {
    readonly data: ResultMap | null | undefined;
    readonly errors: readonly GraphQLError[];
  };
};

type GuardedField = { readonly node: FieldNode; readonly requirement: Requirement; readonly coordinate: string };
type Analysis = {
  readonly guarded: readonly GuardedField[];
  /** Of the guarded fields, each once. */
  readonly requirements: readonly Requirement[];
  readonly remainders: Map<string, DocumentNode>;
};

/** How many remainders of one operation are stored: one for each set of missing scopes among its clients. */
const maxRemainders = 32;

/** @returns for each operation null where the caller may see all of it, which is the common case and costs little */
export function accessGuard(schema: GraphQLSchema, rules: AccessRules): Guard {
  const analyses = new WeakMap<DocumentNode, Analysis>();

  return (request) => {
    let analysis = analyses.get(request.document);
    if (analysis === undefined) {
      const guarded = guardedFields(request.document, schema, rules);
      const requirements = new Map(guarded.map(({ requirement }) => [JSON.stringify(requirement), requirement]));
      analysis = { guarded, requirements: [...requirements.values()], remainders: new Map() };
      analyses.set(request.document, analysis);
    }
    const { guarded, requirements, remainders } = analysis;
    if (requirements.every((each) => meets(request.scopes, each))) return null;
    const denied = new Map<FieldNode, GuardedField>();
    const signature: number[] = [];
    guarded.forEach((field, index) => {
      if (meets(request.scopes, field.requirement)) return;
      denied.set(field.node, field);
      signature.push(index);
    });

    const key = signature.join();
    const document = remainders.get(key) ?? withoutFields(request.document, schema, denied);
    if (remainders.size < maxRemainders) remainders.set(key, document);
    return {
      document,
      complete(data) {
        // No result at all: the operation was refused as a whole, and says so itself.
        if (data === undefined) return { data, errors: [] };
        const filtered = { schema, denied, ...request };
        const placed = completeWithNulls(data, filtered);
        const errors: GraphQLError[] = [];
        for (const node of reachableFields(filtered)) {
          const field = denied.get(node);
          const place = placed.positions.get(node);
          if (field !== undefined && place !== 'reported elsewhere') errors.push(denial(field, request.scopes, place));
        }
        return { data: placed.data, errors };
      },
    };
  };
}

function guardedFields(document: DocumentNode, schema: GraphQLSchema, rules: AccessRules): GuardedField[] {
  const guarded: GuardedField[] = [];
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        const parent = types.getParentType();
        const field = types.getFieldDef();
        if (!parent || !field || field.name.startsWith('__')) return;
        const requirement = requirementFor(parent, field, schema, rules);
        if (requirement !== null) guarded.push({ node, requirement, coordinate: `${parent.name}.${field.name}` });
      },
    }),
  );
  return guarded;
}

/** Of records of all types: its root field finds none that the caller may not see, so that it needs no more than the type has. */
const GUARDED_BY_ITS_ROOT = 'Node.id';

/** All that stands in front of a field: its own rule, its type's, its value's, and those of every type that may stand for an abstract one. */
function requirementFor(
  parent: GraphQLNamedType,
  field: GraphQLField<unknown, unknown>,
  schema: GraphQLSchema,
  rules: AccessRules,
): Requirement | null {
  if (`${parent.name}.${field.name}` === GUARDED_BY_ITS_ROOT) return null;
  const standIns = isAbstractType(parent) ? schema.getPossibleTypes(parent) : [];
  const found = [
    rules.types.get(getNamedType(field.type).name),
    ...[parent, ...standIns].flatMap(({ name }) => [rules.types.get(name), rules.fields.get(`${name}.${field.name}`)]),
  ].filter((requirement) => requirement !== undefined);
  return found.length === 0 ? null : found.reduce(both);
}

/** The operation without the denied fields. `__typename` stands in for an empty selection, and names the type of an abstract value. */
function withoutFields(
  document: DocumentNode,
  schema: GraphQLSchema,
  denied: ReadonlyMap<FieldNode, unknown>,
): DocumentNode {
  const types = new TypeInfo(schema);
  const holdsDenied = selectionsHolding(denied, document);
  return visit(
    document,
    visitWithTypeInfo(types, {
      Field: (node) => (denied.has(node) ? null : undefined),
      SelectionSet: {
        enter(node) {
          if (!isAbstractType(types.getParentType()) || !holdsDenied(node)) return undefined;
          return { ...node, selections: [...node.selections, typename] };
        },
        leave: (node) => (node.selections.length === 0 ? { ...node, selections: [typename] } : undefined),
      },
    }),
  );
}

const typename: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

function denial(
  field: GuardedField,
  granted: readonly string[],
  path: readonly (string | number)[] | undefined,
): GraphQLError {
  const required = field.requirement.scopes ?? [];
  const wanted = required.map((all) => all.join(' and ')).join(', or ');
  return new GraphQLError(`${field.coordinate} needs the scope ${wanted}, which the token does not have.`, {
    nodes: field.node,
    ...(path === undefined ? {} : { path }),
    extensions: {
      code: 'insufficient_scope',
      field: field.coordinate,
      required_scopes: required,
      granted_scopes: granted,
    },
  });
}

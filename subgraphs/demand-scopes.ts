import { Kind, valueFromASTUntyped } from 'graphql';
import type { DirectiveNode, DocumentNode, GraphQLFieldResolver } from 'graphql';
import { refuse } from '#core/kernel/domain-error.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import type { Scope } from '#core/partners/scopes.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { Resolvers, TypeResolvers } from './schema.ts';

type Requirement = readonly (readonly string[])[];

/**
 * A second lock behind the gateway's: the entry points of a subgraph require the scopes that its own schema declares. A field
 * of Query or Mutation refuses a caller who lacks them; an entity is null, as if it were not there.
 */
export function demandScopes<Context extends { readonly caller: Caller }>(
  typeDefs: DocumentNode,
  resolvers: Resolvers<Context>,
): Resolvers<Context> {
  const { ofFields, ofTypes } = requirementsIn(typeDefs);
  return Object.fromEntries(
    Object.entries(resolvers).map(([type, members]) => {
      const guarded =
        type === 'Query' || type === 'Mutation'
          ? guardFields(members, (field) => ofFields.get(`${type}.${field}`))
          : guardReference(members, ofTypes.get(type));
      return [type, guarded];
    }),
  );
}

function guardFields<Context extends { readonly caller: Caller }>(
  members: TypeResolvers<Context>,
  requirementOf: (field: string) => Requirement | undefined,
): TypeResolvers<Context> {
  const guarded = Object.entries(members).map(([field, resolve]) => {
    const required = requirementOf(field);
    if (required === undefined || typeof resolve !== 'function') return [field, resolve];
    // A function among resolvers is the resolver of a field.
    const inside = resolve as GraphQLFieldResolver<unknown, Context>;
    const behindLock: typeof inside = (parent, args, context, info) => {
      if (!meets(context.caller, required)) throw insufficient(field, required, context.caller);
      return inside(parent, args, context, info);
    };
    return [field, behindLock];
  });
  // The same names, each with a resolver of the same type.
  return Object.fromEntries(guarded) as TypeResolvers<Context>;
}

function guardReference<Context extends { readonly caller: Caller }>(
  members: TypeResolvers<Context>,
  required: Requirement | undefined,
): TypeResolvers<Context> {
  const { __resolveReference: resolve } = members;
  if (required === undefined || resolve === undefined) return members;
  return {
    ...members,
    __resolveReference: (reference, context) => (meets(context.caller, required) ? resolve(reference, context) : null),
  };
}

/** A scope that a part of a field needs beside the field's own. @throws DomainError insufficient_scope */
export function demandScope(caller: Caller, part: string, scope: Scope): void {
  if (!meets(caller, [[scope]])) throw insufficient(part, [[scope]], caller);
}

/**
 * Whether a caller may read records of a type that are found by their ids. A type that can be seen with the scope of its
 * changes too is there for what these return: who may only change it finds none, as at the root fields and on REST.
 */
export function typeReaders(typeDefs: DocumentNode): (caller: Caller, type: string) => boolean {
  const { ofTypes } = requirementsIn(typeDefs);
  return (caller, type) => {
    const required = ofTypes.get(type);
    return (
      required === undefined ||
      meets(
        caller,
        required.filter((all) => !all.some(isOfChanges)),
      )
    );
  };
}

const isOfChanges = (scope: string): boolean => scope.endsWith(':write');

function meets({ scopes }: Caller, required: Requirement): boolean {
  return required.some((all) => all.every((scope) => scopes.includes(scope)));
}

function insufficient(field: string, required: Requirement, { scopes }: Caller) {
  const wanted = required.map((all) => all.join(' and ')).join(', or ');
  return refuse(partnerRefusals.insufficient_scope, `${field} needs the scope ${wanted}.`, {
    required_scopes: [...new Set(required.flat())],
    granted_scopes: scopes,
  });
}

function requirementsIn(typeDefs: DocumentNode) {
  const ofFields = new Map<string, Requirement>();
  const ofTypes = new Map<string, Requirement>();
  for (const node of typeDefs.definitions) {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    const ofType = requirementOf(node.directives);
    if (ofType !== null) ofTypes.set(node.name.value, ofType);
    for (const field of node.fields ?? []) {
      const ofField = requirementOf(field.directives);
      if (ofField !== null) ofFields.set(`${node.name.value}.${field.name.value}`, ofField);
    }
  }
  return { ofFields, ofTypes };
}

function requirementOf(directives: readonly DirectiveNode[] = []): Requirement | null {
  const scopes = directives
    .find(({ name }) => name.value === 'requiresScopes')
    ?.arguments?.find(({ name }) => name.value === 'scopes');
  // The definition of the directive makes it lists of lists of names.
  return scopes === undefined ? null : (valueFromASTUntyped(scopes.value) as Requirement);
}

import { GraphQLError, Kind, parse } from 'graphql';

/** Why a fetch from a subgraph came to nothing. */
export type Failure = 'timeout' | 'unreachable' | 'refused' | 'unreadable';

/**
 * Of fetches that failed for one reason in one subgraph, one error, which names the fields of all. Failed changes keep
 * an error each, with its path.
 */
export function oneOfEach(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const merged: GraphQLError[] = [];
  const failures = new Map<string, number>();
  for (const error of errors) {
    const { code, fields, ...rest } = error.extensions;
    if (code !== 'SUBGRAPH_UNAVAILABLE' || rest['change'] !== undefined) {
      merged.push(error);
      continue;
    }
    const key = JSON.stringify([error.message, rest]);
    const at = failures.get(key);
    const before = at === undefined ? undefined : merged[at];
    if (at === undefined || before === undefined) {
      failures.set(key, merged.push(error) - 1);
      continue;
    }
    const both = [...(before.extensions['fields'] as string[]), ...(fields as string[])];
    merged[at] = new GraphQLError(error.message, { extensions: { ...error.extensions, fields: [...new Set(both)] } });
  }
  return merged;
}

/** The one error for a fetch that failed. It names the fields that are null because of it. */
export function unavailable(
  subgraph: string,
  failure: Failure,
  query: string,
  at: readonly (string | number)[],
): GraphQLError {
  const { fields, isMutation } = fetchedFields(query);
  const place = at.filter((segment) => typeof segment === 'string' && segment !== '@');
  const affected = fields.map((field) => [...place, field].join('.'));
  const late = failure === 'timeout' ? ' in time' : '';
  const doubt = !isMutation
    ? ' The fields that come from it are null.'
    : failure === 'refused'
      ? ' The change was not made.'
      : ' Whether the change was made is not known: read the record again, or send it again with the same idempotencyKey.';
  return new GraphQLError(`The subgraph ${subgraph} did not answer${late}.${doubt}`, {
    ...(place.length === 0 && fields.length === 1 ? { path: [...fields] } : {}),
    extensions: {
      code: 'SUBGRAPH_UNAVAILABLE',
      subgraph,
      reason: failure,
      fields: affected,
      ...(isMutation ? { change: failure === 'refused' ? 'not_made' : 'unknown' } : {}),
    },
  });
}

/** The fields that a fetch asks for, by response key: at the root, or of the entities. Read only when it failed. */
function fetchedFields(query: string): { readonly fields: readonly string[]; readonly isMutation: boolean } {
  const keys = new Set<string>();
  let isMutation = false;
  for (const operation of parse(query).definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
    isMutation = operation.operation === 'mutation';
    for (const selection of operation.selectionSet.selections) {
      if (selection.kind !== Kind.FIELD) continue;
      if (selection.name.value !== '_entities') keys.add(selection.alias?.value ?? selection.name.value);
      for (const inner of selection.name.value === '_entities' ? (selection.selectionSet?.selections ?? []) : []) {
        if (inner.kind !== Kind.INLINE_FRAGMENT) continue;
        for (const field of inner.selectionSet.selections) {
          if (field.kind === Kind.FIELD && field.name.value !== '__typename') {
            keys.add(field.alias?.value ?? field.name.value);
          }
        }
      }
    }
  }
  return { fields: [...keys], isMutation };
}

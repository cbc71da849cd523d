import { GraphQLError, Kind, parse } from 'graphql';
import type { Failure } from '../subgraph-failure.ts';
import { oneOfEach, unavailable } from '../subgraph-failure.ts';
import type { Request, Trouble } from './fetch.ts';
import type { Fetched } from './fetched.ts';
import { LITERAL } from './normalise.ts';
import type { Reading } from './operation.ts';
import { pathsTo, type Path } from './place.ts';

/**
 * The errors of an operation, each at every place of the response where it belongs. The slow path: nothing of this runs
 * where all went well.
 */
export function errorsOf(troubles: readonly Trouble[], data: Fetched, { places }: Reading): readonly GraphQLError[] {
  return oneOfEach(
    troubles.flatMap((trouble) =>
      'failure' in trouble
        ? [unavailable(trouble.request, trouble.failure, affected(trouble, places))]
        : subgraphErrors(trouble, data, places),
    ),
  );
}

function subgraphErrors(
  { error, objects, at, within }: Extract<Trouble, { error: unknown }>,
  data: Fetched,
  places: Reading['places'],
): GraphQLError[] {
  const message = error.message ? withoutLiteral(error.message) : 'The subgraph reported an error without a word.';
  const errorAt = (path: Path | undefined): GraphQLError =>
    new GraphQLError(message, {
      ...(path === undefined ? {} : { path: [...path] }),
      ...(error.extensions === undefined ? {} : { extensions: error.extensions }),
    });
  if (objects === null && within.length === 0) return [errorAt(undefined)];
  const starts = objects !== null ? pathsTo(at, data, new Set(objects)) : [at.filter((key) => key !== '@')];
  const paths = new Map<string, Path>();
  for (const start of starts) {
    for (const place of places([...start, ...within], data).places) paths.set(JSON.stringify(place), place);
  }
  return paths.size === 0 ? [errorAt(undefined)] : [...paths.values()].map(errorAt);
}

/** The fields of the response that are null because a fetch failed, as far as the client asked for them. */
function affected({ request, at }: Extract<Trouble, { failure: Failure }>, places: Reading['places']): string[] {
  const place = at.filter((key) => key !== '@' && typeof key === 'string');
  const found = new Set<string>();
  for (const field of fetchedFields(request)) {
    const { places: each, isWhole } = places([...place, field]);
    if (isWhole) for (const path of each) found.add(path.join('.'));
  }
  // It was to lead to another: what is missing lies under these.
  if (found.size === 0) for (const path of places(place).places) found.add(path.join('.'));
  return [...found];
}

/** The fields that a fetch asks for, by key: at the root, or of the entities. */
function fetchedFields({ query }: Request): readonly string[] {
  const keys = new Set<string>();
  for (const operation of parse(query).definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const selection of operation.selectionSet.selections) {
      if (selection.kind !== Kind.FIELD) continue;
      if (selection.name.value !== '_entities') keys.add(selection.alias?.value ?? selection.name.value);
      for (const inner of selection.name.value === '_entities' ? (selection.selectionSet?.selections ?? []) : []) {
        if (inner.kind !== Kind.INLINE_FRAGMENT) continue;
        for (const field of inner.selectionSet.selections) {
          if (field.kind === Kind.FIELD && field.name.value !== '__typename')
            keys.add(field.alias?.value ?? field.name.value);
        }
      }
    }
  }
  return [...keys];
}

const OF_A_LITERAL = new RegExp(
  `^Variable "\\$_*${LITERAL}\\d+" got (?:an )?invalid value(?: "(?:[^"\\\\]|\\\\.)*"| [^;"]*)?(?: at "[^"]*")?; `,
  's',
);

/** What a subgraph says of a value that stood in the text of the operation, where the client knows of no variable. */
const withoutLiteral = (message: string): string => message.replace(OF_A_LITERAL, '');

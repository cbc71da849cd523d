import { findBreakingChanges, GraphQLError, parse, validate } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Requirement } from '../access/rules.ts';
import { meets } from '../access/rules.ts';
import type { Graph } from '../execute/graph.ts';

/** What clients of a graph lose where another takes its place. */
export type Comparison = {
  /** Changes that can break an operation, in sentences. */
  readonly breaking: readonly string[];
  /** The documents that were valid and are so no longer, by their hash, with what is wrong. */
  readonly broken: readonly { readonly hash: string; readonly errors: readonly string[] }[];
};

/** @param documents operations of clients, by hash */
export function compareGraphs(before: Graph, after: Graph, documents: ReadonlyMap<string, string>): Comparison {
  return {
    breaking: [
      ...findBreakingChanges(before.apiSchema, after.apiSchema).map(({ description }) => description),
      ...stricter(before.rules.types, after.rules.types),
      ...stricter(before.rules.fields, after.rules.fields),
    ],
    broken: [...documents].flatMap(([hash, text]) => {
      if (problemsOf(before.apiSchema, text).length > 0) return [];
      const errors = problemsOf(after.apiSchema, text);
      return errors.length === 0 ? [] : [{ hash, errors }];
    }),
  };
}

type Rules = ReadonlyMap<string, Requirement>;

/** What a caller could see with its scopes, and can’t any more. */
function stricter(before: Rules, after: Rules): string[] {
  return [...after].flatMap(([coordinate, requirement]) => {
    const old = before.get(coordinate)?.scopes ?? [[]];
    if (old.every((scopes) => meets(scopes, requirement))) return [];
    const wanted = (requirement.scopes ?? []).map((all) => all.join(' and ')).join(', or ');
    return [`${coordinate} needs the scope ${wanted}, and did not before.`];
  });
}

function problemsOf(schema: GraphQLSchema, text: string): readonly string[] {
  try {
    return validate(schema, parse(text, { noLocation: true })).map(({ message }) => message);
  } catch (error) {
    if (error instanceof GraphQLError) return [error.message];
    throw error;
  }
}

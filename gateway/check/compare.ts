import { BreakingChangeType, findBreakingChanges, GraphQLError, parse, validate } from 'graphql';
import type { BreakingChange, GraphQLSchema } from 'graphql';
import type { Requirement } from '../access/rules.ts';
import { meets } from '../access/rules.ts';
import type { Graph } from '../execute/graph.ts';
import { usedBy } from './uses.ts';

/** What clients of a graph lose where another takes its place. */
export type Comparison = {
  /** Changes that can break an operation, in sentences. */
  readonly breaking: readonly string[];
  /** Those of them that concern documents, with which these are. */
  readonly concerned: readonly Concerned[];
  /** The documents that were valid and are so no longer, by their hash, with what is wrong. */
  readonly broken: readonly { readonly hash: string; readonly errors: readonly string[] }[];
};
export type Concerned = {
  readonly change: string;
  /** The hashes of documents that use what was changed, or may send it in a variable. */
  readonly documents: readonly string[];
  /** The scopes that it takes now: one of these lists, wholly. Null where it is no change of scopes. */
  readonly needs: readonly (readonly string[])[] | null;
};

/** A change that can break an operation, and what has to be used for that. */
type Change = {
  readonly text: string;
  readonly of: string | null;
  readonly needs: readonly (readonly string[])[] | null;
};

/** @param documents operations of clients, by hash */
export function compareGraphs(before: Graph, after: Graph, documents: ReadonlyMap<string, string>): Comparison {
  const changes: readonly Change[] = [
    ...findBreakingChanges(before.apiSchema, after.apiSchema).map((change) => ({
      text: change.description,
      of: changedBy(change),
      needs: null,
    })),
    ...stricter(before.rules.types, after.rules.types),
    ...stricter(before.rules.fields, after.rules.fields),
  ];
  const valid = [...documents].filter(([, text]) => problemsOf(before.apiSchema, text).length === 0);
  const uses = valid.map(([hash, text]) => [hash, usedBy(before.apiSchema, text)] as const);
  return {
    breaking: changes.map(({ text }) => text),
    concerned: changes.flatMap(({ text, of, needs }) => {
      const using = uses.filter(([, used]) => of !== null && used.has(of)).map(([hash]) => hash);
      return using.length === 0 ? [] : [{ change: text, documents: using, needs }];
    }),
    broken: valid.flatMap(([hash, text]) => {
      const errors = problemsOf(after.apiSchema, text);
      return errors.length === 0 ? [] : [{ hash, errors }];
    }),
  };
}

type Rules = ReadonlyMap<string, Requirement>;

/** What a caller could see with its scopes, and can’t any more. */
function stricter(before: Rules, after: Rules): Change[] {
  return [...after].flatMap(([coordinate, requirement]) => {
    const old = before.get(coordinate)?.scopes ?? [[]];
    if (old.every((scopes) => meets(scopes, requirement))) return [];
    const needs = requirement.scopes ?? [];
    const wanted = needs.map((all) => all.join(' and ')).join(', or ');
    return [{ text: `${coordinate} needs the scope ${wanted}, and did not before.`, of: coordinate, needs }];
  });
}

/** Where the sentence of each kind of change has what was changed: graphql says it in no other way. */
const SENTENCES: { readonly [Kind in BreakingChangeType]?: readonly [sentence: RegExp, coordinate: string] } = {
  [BreakingChangeType.TYPE_REMOVED]: [/^(\w+) /, '$1'],
  [BreakingChangeType.TYPE_CHANGED_KIND]: [/^(\w+) /, '$1'],
  [BreakingChangeType.TYPE_REMOVED_FROM_UNION]: [/^(\w+) /, '$1'],
  [BreakingChangeType.IMPLEMENTED_INTERFACE_REMOVED]: [/^(\w+) /, '$1'],
  [BreakingChangeType.VALUE_REMOVED_FROM_ENUM]: [/^(\w+) was removed from enum type (\w+)\.$/, '$2.$1'],
  [BreakingChangeType.REQUIRED_INPUT_FIELD_ADDED]: [/ on input type (\w+) was added\.$/, '$1'],
  [BreakingChangeType.FIELD_REMOVED]: [/^(\w+\.\w+) /, '$1'],
  [BreakingChangeType.FIELD_CHANGED_KIND]: [/^(\w+\.\w+) /, '$1'],
  [BreakingChangeType.REQUIRED_ARG_ADDED]: [/ on (\w+\.\w+) was added\.$/, '$1'],
  [BreakingChangeType.ARG_REMOVED]: [/^(\w+\.\w+) arg (\w+) /, '$1($2)'],
  [BreakingChangeType.ARG_CHANGED_KIND]: [/^(\w+\.\w+) arg (\w+) /, '$1($2)'],
};

/** The coordinate of what a change took away; null for directives, which operations of ours don’t use. */
function changedBy({ type, description }: BreakingChange): string | null {
  const [sentence, coordinate] = SENTENCES[type] ?? [];
  const found = sentence?.exec(description);
  if (found === undefined || found === null || coordinate === undefined) return null;
  return coordinate.replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '');
}

function problemsOf(schema: GraphQLSchema, text: string): readonly string[] {
  try {
    return validate(schema, parse(text, { noLocation: true })).map(({ message }) => message);
  } catch (error) {
    if (error instanceof GraphQLError) return [error.message];
    throw error;
  }
}

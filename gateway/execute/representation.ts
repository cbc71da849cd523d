import type { FetchDataRewrite, QueryPlanSelectionNode } from '@apollo/query-planner';
import { isAbstractType, isInterfaceType, isObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { isObject, merging, type Fetched } from './fetched.ts';

/**
 * What a subgraph gets of an entity in order to find it; null where something of it is not known.
 * @param unneeded names of fields that are left out, known or not
 */
type Represent = (entity: Fetched, unneeded: ReadonlySet<string>) => Fetched | null;
type Rewrite = (value: unknown) => void;

const merge = merging(new Set());

/** The names of the types that an object may have for a condition of the plan to hold. */
type NamesUnder = (condition: string) => ReadonlySet<string>;

/** @param supergraph the plan speaks of types that clients don’t see, too */
export function representationOf(
  supergraph: GraphQLSchema,
  selections: readonly QueryPlanSelectionNode[],
  rewrites: readonly FetchDataRewrite[] = [],
): Represent {
  const select = selectionOf(selections, namesUnder(supergraph));
  const changes = rewrites.map((each) => rewriteOf(supergraph, each));
  return (entity, unneeded) => {
    const representation = select(entity, unneeded);
    if (!isObject(representation) || !representation['__typename']) return null;
    for (const change of changes) change(representation);
    return representation;
  };
}

/** Changes the fields of what was fetched, or of what represents it, as the plan wants. */
export function rewritesOf(supergraph: GraphQLSchema, rewrites: readonly FetchDataRewrite[] = []): Rewrite | null {
  if (rewrites.length === 0) return null;
  const changes = rewrites.map((each) => rewriteOf(supergraph, each));
  return (value) => {
    for (const change of changes) change(value);
  };
}

function selectionOf(
  selections: readonly QueryPlanSelectionNode[],
  under: NamesUnder,
): (value: unknown, unneeded: ReadonlySet<string>) => Fetched | null {
  const steps = selections.map(
    (selection): ((from: Fetched, into: Fetched, unneeded: ReadonlySet<string>) => boolean) => {
      if (selection.kind === 'InlineFragment') {
        if (selection.typeCondition === undefined) return () => true;
        const names = under(selection.typeCondition);
        const inner = selectionOf(selection.selections, under);
        return (from, into, unneeded) => {
          const found = names.has(String(from['__typename'])) ? inner(from, unneeded) : null;
          if (found !== null) merge(into, found);
          return true;
        };
      }
      const key = selection.alias ?? selection.name;
      const inner = selection.selections === undefined ? null : itemsOf(selectionOf(selection.selections, under));
      return (from, into, unneeded) => {
        if (unneeded.has(key)) return true;
        const value = from[key];
        if (value === undefined) return false;
        into[key] = inner === null ? value : inner(value);
        return true;
      };
    },
  );
  return (value, unneeded) => {
    if (!isObject(value)) return null;
    const selected: Fetched = {};
    for (const step of steps) if (!step(value, selected, unneeded)) return null;
    return selected;
  };
}

const NONE: ReadonlySet<string> = new Set();

/** What lies within a field goes with the field. */
function itemsOf(
  select: (value: unknown, unneeded: ReadonlySet<string>) => Fetched | null,
): (value: unknown) => unknown {
  const each = (value: unknown): unknown => (Array.isArray(value) ? value.map(each) : select(value, NONE));
  return each;
}

const ON = '... on ';

function rewriteOf(supergraph: GraphQLSchema, rewrite: FetchDataRewrite): Rewrite {
  const under = namesUnder(supergraph);
  const last = rewrite.path.at(-1) ?? '';
  const apply = (value: Fetched): void => {
    if (rewrite.kind === 'ValueSetter') {
      value[last] = rewrite.setValueTo;
      return;
    }
    const renamed = value[last];
    // What is null or empty moves as well; what was not fetched has nothing to move.
    if (renamed === undefined) return;
    value[rewrite.renameKeyTo] = renamed;
    delete value[last];
  };
  return rewrite.path.slice(0, -1).reduceRight<Rewrite>((inner, step) => {
    const names = step.startsWith(ON) ? under(step.slice(ON.length)) : null;
    const within = (value: unknown): void => {
      if (Array.isArray(value)) return value.forEach(within);
      if (!isObject(value)) return;
      const name = value['__typename'];
      if (names === null) inner(value[step]);
      else if (typeof name !== 'string' || names.has(name)) inner(value);
    };
    return within;
  }, eachOf(apply));
}

function eachOf(apply: (value: Fetched) => void): Rewrite {
  const within: Rewrite = (value) => {
    if (Array.isArray(value)) value.forEach(within);
    else if (isObject(value)) apply(value);
  };
  return within;
}

function namesUnder(supergraph: GraphQLSchema): NamesUnder {
  return (condition) => {
    const names = new Set([condition]);
    const type = supergraph.getType(condition);
    if (!isAbstractType(type)) return names;
    for (const each of Object.values(supergraph.getTypeMap())) {
      if ((isObjectType(each) || isInterfaceType(each)) && supergraph.isSubType(type, each)) names.add(each.name);
    }
    return names;
  };
}

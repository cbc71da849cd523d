import type { FetchDataRewrite, QueryPlanSelectionNode } from '@apollo/query-planner';
import { isAbstractType, isInterfaceType, isObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { isObject, merging, type Fetched } from './fetched.ts';
import { NONE_UNNEEDED, type Unneeded } from './requirements.ts';

/**
 * What a subgraph gets of an entity in order to find it; null where something of it is not known.
 * @param unneeded is left out, known or not
 */
type Represent = (entity: Fetched, unneeded: Unneeded) => Fetched | null;
type Rewrite = (value: unknown) => void;
type Select = (value: unknown, unneeded: Unneeded) => Fetched | null;

const merge = merging(new Set());

/** The names of the types that an object may have for a condition of the plan to hold. */
type NamesUnder = (condition: string) => ReadonlySet<string>;

/** What becomes of an object of which something was not fetched. */
type Missing = 'leaves nothing' | 'is left out';

/** @param supergraph the plan speaks of types that clients don’t see, too */
export function representationOf(
  supergraph: GraphQLSchema,
  selections: readonly QueryPlanSelectionNode[],
  rewrites: readonly FetchDataRewrite[] = [],
): Represent {
  const select = selectionOf(selections, namesUnder(supergraph), 'leaves nothing');
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

function selectionOf(selections: readonly QueryPlanSelectionNode[], under: NamesUnder, missing: Missing): Select {
  const steps = selections.map((selection): ((from: Fetched, into: Fetched, unneeded: Unneeded) => boolean) => {
    if (selection.kind === 'InlineFragment') {
      if (selection.typeCondition === undefined) return () => true;
      const names = under(selection.typeCondition);
      const inner = selectionOf(selection.selections, under, missing);
      return (from, into, unneeded) => {
        const found = names.has(String(from['__typename'])) ? inner(from, unneeded) : null;
        if (found !== null) merge(into, found);
        return true;
      };
    }
    const key = selection.alias ?? selection.name;
    const { selections: inner } = selection;
    const whole = inner === undefined ? null : itemsOf(selectionOf(inner, under, 'leaves nothing'));
    const inPart = inner === undefined ? null : itemsOf(selectionOf(inner, under, 'is left out'));
    return (from, into, unneeded) => {
      if (unneeded.whole.has(key)) return true;
      const value = from[key];
      if (value === undefined) return missing === 'is left out';
      const select = unneeded.inPart.has(key) ? inPart : whole;
      into[key] = select === null ? value : select(value);
      return true;
    };
  });
  return (value, unneeded) => {
    if (!isObject(value)) return null;
    const selected: Fetched = {};
    for (const step of steps) if (!step(value, selected, unneeded)) return null;
    return selected;
  };
}

/** What lies within a field goes with the field. */
function itemsOf(select: Select): (value: unknown) => unknown {
  const each = (value: unknown): unknown => (Array.isArray(value) ? value.map(each) : select(value, NONE_UNNEEDED));
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

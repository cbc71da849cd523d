import { getNamedType, isAbstractType, isCompositeType } from 'graphql';
import type { FieldNode, GraphQLCompositeType, SelectionSetNode } from 'graphql';
import { isObject, type Fetched } from './fetched.ts';
import type { Selections } from './selection.ts';
import { fieldOf, innerSets } from './selection.ts';

export type Path = readonly (string | number)[];

/** What of a plan leads to objects: names of fields, `@` for each item of a list. */
export type PlanPath = readonly (string | number)[];

/** The objects at a place of the plan, without those that are not there. */
export function objectsAt(path: PlanPath): (root: Fetched) => Fetched[] {
  const collect = (value: unknown, from: number, into: Fetched[]): void => {
    let current = value;
    for (let step = from; step < path.length; step++) {
      if (Array.isArray(current)) {
        const next = path[step] === '@' ? step + 1 : step;
        for (const item of current) collect(item, next, into);
        return;
      }
      if (!isObject(current)) return;
      current = current[path[step] ?? ''];
    }
    if (Array.isArray(current)) for (const item of current) collect(item, path.length, into);
    else if (isObject(current)) into.push(current);
  };
  return (root) => {
    const found: Fetched[] = [];
    collect(root, 0, found);
    return found;
  };
}

/** Where each of these objects stands, of those at a place of the plan. */
export function pathsTo(path: PlanPath, root: Fetched, wanted: ReadonlySet<unknown>): Path[] {
  const found: Path[] = [];
  const walk = (value: unknown, step: number, at: Path): void => {
    if (Array.isArray(value)) {
      const next = path[step] === '@' ? step + 1 : step;
      value.forEach((item, index) => walk(item, next, [...at, index]));
      return;
    }
    if (!isObject(value)) return;
    const key = path[step];
    if (key === undefined) {
      if (wanted.has(value)) found.push(at);
      return;
    }
    walk(value[key], step + 1, [...at, key]);
  };
  walk(root, 0, []);
  return found;
}

type Standing = { readonly type: GraphQLCompositeType; readonly sets: readonly SelectionSetNode[]; readonly at: Path };

/**
 * Translates places in what was fetched into places of the response: there a field may stand under several keys, or, as
 * a field that the plan added, under none. Such a one is at the place of its parent.
 */
export function responsePlaces(selections: Selections, dataKeys: ReadonlyMap<FieldNode, string>) {
  const { schema, operation } = selections;

  const typesOf = (type: GraphQLCompositeType, value: unknown): readonly GraphQLCompositeType[] => {
    const named = isObject(value) ? schema.getType(String(value['__typename'])) : undefined;
    if (isCompositeType(named)) return [named];
    return isAbstractType(type) ? [type, ...schema.getPossibleTypes(type)] : [type];
  };

  const into = ({ type, sets, at }: Standing, key: string, value: unknown): Map<string, Standing> => {
    const found = new Map<string, Standing>();
    for (const each of typesOf(type, value)) {
      for (const group of selections.collect(each, sets)) {
        const [node] = group.nodes;
        if (((node && dataKeys.get(node)) ?? group.name) !== key || found.has(group.responseKey)) continue;
        const field = fieldOf(schema, each, group.name);
        const inner = field && getNamedType(field.type);
        const place = [...at, group.responseKey];
        found.set(group.responseKey, {
          type: inner !== undefined && isCompositeType(inner) ? inner : each,
          sets: innerSets(group),
          at: place,
        });
      }
    }
    return found;
  };

  /** @param data what was fetched, where the path has places in lists: its objects say of which type they are */
  return (path: Path, data?: Fetched): { readonly places: readonly Path[]; readonly isWhole: boolean } => {
    const root = schema.getRootType(operation.operation);
    if (!root) return { places: [], isWhole: false };
    let standing: readonly Standing[] = [{ type: root, sets: [operation.selectionSet], at: [] }];
    let value: unknown = data;
    for (const key of path) {
      const next =
        typeof key === 'number'
          ? standing.map((each) => ({ ...each, at: [...each.at, key] }))
          : standing.flatMap((each) => [...into(each, key, value).values()]);
      if (next.length === 0) return { places: standing.map(({ at }) => at), isWhole: false };
      standing = next;
      // A list is read like an object, by its indexes.
      value = typeof value === 'object' && value !== null ? (value as Fetched)[key] : undefined;
    }
    return { places: standing.map(({ at }) => at), isWhole: true };
  };
}

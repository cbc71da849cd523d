/** What subgraphs answered, as it is put together: an object by the keys of the normalised operation. */
export type Fetched = { [key: string]: unknown };

/** Adds what another fetch brought of an object; in lists of equal length item by item. */
export type Merge = (into: Fetched, from: Fetched) => void;

/**
 * @param interfaces names of types that an object has only for a subgraph that does not know its own: they don't take
 *   the place of the name that another subgraph gave
 */
export function merging(interfaces: ReadonlySet<string>): Merge {
  const merge: Merge = (into, from) => {
    for (const key of Object.keys(from)) {
      const value = from[key];
      if (value === undefined) continue;
      const present = into[key];
      if (isObject(present) && isObject(value)) merge(present, value);
      else if (isList(present) && isList(value) && present.length === value.length) mergeLists(present, value);
      else if (key !== '__typename' || present === undefined || !interfaces.has(String(value))) into[key] = value;
    }
  };
  const mergeLists = (into: unknown[], from: readonly unknown[]): void => {
    for (let index = 0; index < from.length; index++) {
      const [present, value] = [into[index], from[index]];
      if (isObject(present) && isObject(value)) merge(present, value);
      else if (isList(present) && isList(value) && present.length === value.length) mergeLists(present, value);
      else into[index] = value;
    }
  };
  return merge;
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

export const isObject = (value: unknown): value is Fetched =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

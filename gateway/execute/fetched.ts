/** What subgraphs answered, as it is put together: an object by the keys of the normalised operation. */
export type Fetched = { [key: string]: unknown };

/** Adds what another fetch brought of an object; in lists of equal length item by item. */
export function merge(into: Fetched, from: Fetched): void {
  for (const key of Object.keys(from)) {
    const value = from[key];
    if (value === undefined) continue;
    const present = into[key];
    if (isObject(present) && isObject(value)) merge(present, value);
    else if (Array.isArray(present) && Array.isArray(value) && present.length === value.length)
      mergeLists(present, value);
    else into[key] = value;
  }
}

function mergeLists(into: unknown[], from: readonly unknown[]): void {
  for (let index = 0; index < from.length; index++) {
    const [present, value] = [into[index], from[index]];
    if (isObject(present) && isObject(value)) merge(present, value);
    else if (Array.isArray(present) && Array.isArray(value) && present.length === value.length)
      mergeLists(present, value);
    else into[index] = value;
  }
}

export const isObject = (value: unknown): value is Fetched =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

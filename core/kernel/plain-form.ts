/**
 * A plain value as a text that is the same for the same value: the order of an object's members means nothing, and storage
 * does not preserve it. Money is no plain value.
 */
export function plainForm(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

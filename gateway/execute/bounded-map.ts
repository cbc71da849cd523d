/** A map that forgets what was not looked up for longest. */
export function boundedMap<Value>(most: number) {
  const entries = new Map<string, Value>();
  return {
    get(key: string): Value | undefined {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key: string, value: Value): void {
      entries.delete(key);
      if (entries.size >= most) entries.delete(entries.keys().next().value ?? '');
      entries.set(key, value);
    },
    delete(key: string): void {
      entries.delete(key);
    },
    get size(): number {
      return entries.size;
    },
  };
}
export type BoundedMap<Value> = ReturnType<typeof boundedMap<Value>>;

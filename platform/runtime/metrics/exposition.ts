/**
 * Figures in the text form of Prometheus (version 0.0.4), and no more of it than is used here. Names and labels are
 * ours, never somebody's input: a label has few values, and none of them is anybody's data.
 */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Something counted or measured in this process, as lines. */
export type Instrument = { readonly lines: () => string[] };

/** Counts by the values of one label. */
export function counter(
  name: string,
  help: string,
  label: string,
): Instrument & { readonly add: (value: string) => void } {
  const counts = new Map<string, number>();
  return {
    add: (value) => void counts.set(value, (counts.get(value) ?? 0) + 1),
    lines: () => [
      ...head(name, help, 'counter'),
      ...[...counts].map(([value, count]) => `${name}{${label}="${value}"} ${count}`),
    ],
  };
}

/** How often something took at most so long; `bounds` ascend. */
export function histogram(
  name: string,
  help: string,
  bounds: readonly number[],
): Instrument & { readonly observe: (value: number) => void } {
  const counts = bounds.map(() => 0);
  let all = 0;
  let sum = 0;
  return {
    observe: (value) => {
      for (const [index, bound] of bounds.entries()) if (value <= bound) counts[index] = (counts[index] ?? 0) + 1;
      all += 1;
      sum += value;
    },
    lines: () => [
      ...head(name, help, 'histogram'),
      ...bounds.map((bound, index) => `${name}_bucket{le="${bound}"} ${counts[index]}`),
      `${name}_bucket{le="+Inf"} ${all}`,
      `${name}_sum ${sum}`,
      `${name}_count ${all}`,
    ],
  };
}

/** A value of this moment, or one for each value of a label. Null is not told. */
export function gauge(name: string, help: string, value: number | null | Readonly<Record<string, number>>): string[] {
  if (value === null) return [];
  if (typeof value === 'number') return [...head(name, help, 'gauge'), `${name} ${value}`];
  return [...head(name, help, 'gauge'), ...Object.entries(value).map(([label, each]) => `${name}{${label}} ${each}`)];
}

function head(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

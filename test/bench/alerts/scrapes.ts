/** What processes of the system showed at one moment, by the place of each; null where one did not answer. */
export type Scrape = ReadonlyMap<string, string | null>;

export async function scrape(places: Readonly<Record<string, string>>): Promise<Scrape> {
  const texts = await Promise.all(
    Object.entries(places).map(async ([instance, at]) => {
      const text = await fetch(`${at}/metrics`, {
        signal: AbortSignal.timeout(20_000),
        headers: { connection: 'close' },
      })
        .then(async (response) => (response.ok ? response.text() : null))
        .catch(() => null);
      return [instance, text] as const;
    }),
  );
  return new Map(texts);
}

/** One series as Prometheus would keep it: its labels, and a value for each scrape that has one. */
export type Series = { readonly name: string; readonly isCounter: boolean; readonly values: (number | null)[] };

/**
 * The series of scrapes, among them `up`, which Prometheus adds itself. The institution that faults are done to is a sandbox, and its figures
 * are taken for those of a live one, to which the alerts look.
 */
export function seriesOf(scrapes: readonly Scrape[]): readonly Series[] {
  const found = new Map<string, Series>();
  const put = (name: string, isCounter: boolean, at: number, value: number) => {
    const series = found.get(name) ?? { name, isCounter, values: scrapes.map(() => null) };
    series.values[at] = value;
    found.set(name, series);
  };
  for (const [at, each] of scrapes.entries())
    for (const [instance, text] of each) {
      const own = `instance="${instance}",job="umoja"`;
      put(`up{${own}}`, false, at, text === null ? 0 : 1);
      let kind = '';
      for (const line of (text ?? '').split('\n')) {
        kind = /^# TYPE \S+ (\w+)/.exec(line)?.[1] ?? kind;
        const [, name, shown = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
        if (name === undefined || shown.includes('mode="live"')) continue;
        const labels = shown.replace('mode="sandbox"', 'mode="live"');
        put(`${name}{${own}${labels && `,${labels}`}}`, ['counter', 'histogram'].includes(kind), at, Number(value));
      }
    }
  return [...found.values()];
}

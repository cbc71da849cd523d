/** Runs one statement and returns its rows. The judge reads only; its caller decides over which connection. */
export type Query = <R extends object>(text: string, params?: readonly unknown[]) => Promise<R[]>;

/** Opens numbers of an institution that are sealed in its tables, in their order. Who judges without its keys has none. */
export type Open = (tenant: number, sealed: readonly string[]) => Promise<readonly string[]>;

/** What is wrong with one record, or with several that contradict each other. */
export type Finding = {
  readonly rule: string;
  /** One sentence with the ids of the records. */
  readonly sentence: string;
};

/** One thing that the specification promises of the data of every institution. */
export type Rule = {
  readonly name: string;
  /** What has to hold, as a sentence. */
  readonly holds: string;
  /** Returns a sentence for everything that breaks it in an institution, at most `MOST` of them. @param open null: no keys */
  readonly find: (query: Query, tenant: number, open: Open | null) => Promise<readonly string[]>;
};

/** Shown of one rule: more would say the same again. */
export const MOST = 50;

/** A rule that one statement decides: `$1` is the institution, each row is one sentence. */
export function rule(name: string, holds: string, sql: string): Rule {
  return {
    name,
    holds,
    find: async (query, tenant) => {
      const rows = await query<{ sentence: string }>(
        `select sentence from (${sql}) as found(sentence) where sentence is not null limit ${MOST}`,
        [tenant],
      );
      return rows.map(({ sentence }) => sentence);
    },
  };
}

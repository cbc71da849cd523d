/** The names of a table, in its order. A literal has no others than its type: that is why this cast holds. */
export const namesOf = <Table extends object>(table: Table): readonly (keyof Table & string)[] =>
  Object.keys(table) as (keyof Table & string)[];

/** The name of a table that a text is; undefined where it is none. */
export const nameIn = <Table extends object>(
  table: Table,
  text: string | undefined,
): (keyof Table & string) | undefined => namesOf(table).find((name) => name === text);

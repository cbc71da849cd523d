/** The members that are there: those that are undefined are left out. */
export function defined<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  return without(members, (value) => value === undefined);
}

/** The same for members that can't be empty: those that are null are left out, too. */
export function filled<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: NonNullable<Members[Name]> } {
  return without(members, (value) => value === undefined || value === null);
}

function without<Rest>(members: object, isLeftOut: (value: unknown) => boolean): Rest {
  // Which values are left out, the callers' types say; no type says it of entries.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isLeftOut(value))) as Rest;
}

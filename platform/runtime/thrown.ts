/** The code of an error of Node, PostgreSQL or the server; null where what was thrown has none. */
export function codeOf(thrown: unknown): string | null {
  return textOf(thrown, 'code');
}

/** A member of an error that is text, such as the constraint that PostgreSQL names; null where it has none. */
export function textOf(thrown: unknown, member: string): string | null {
  if (typeof thrown !== 'object' || thrown === null) return null;
  const found: unknown = Reflect.get(thrown, member);
  return typeof found === 'string' ? found : null;
}

/** What was thrown, as an error: of another realm too, and text where a library threw that. */
export function errorOf(thrown: unknown): Error {
  return Error.isError(thrown) ? thrown : new Error(String(thrown));
}

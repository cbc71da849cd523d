import pg from 'pg';

/**
 * What a process sends to PostgreSQL, as it leaves: the texts of all statements that it parses, by the role that sends them.
 * A text is recorded once, however often it is sent, so that recording costs a look into a set.
 */
type Recorded = { readonly role: string; readonly text: string };

/** What the driver does with a connection; its types leave that out. */
type Wire = {
  startup(parameters: { readonly user?: string }): void;
  parse(statement: { readonly text: string }, more?: boolean): void;
  query(text: string): void;
};

const roles = new WeakMap<object, string>();
const known = new Map<string, Set<string>>();
let fresh: Recorded[] = [];

function record(connection: object, text: string): void {
  const role = roles.get(connection) ?? '';
  const texts = known.get(role) ?? new Set();
  if (texts.has(text)) return;
  known.set(role, texts.add(text));
  fresh.push({ role, text });
}

/** From now on every connection of this process is recorded. */
export function recordStatements(): void {
  // Every connection of the driver, its pools and its cursors sends through these.
  const wire = pg.Connection.prototype as unknown as Wire;
  const { startup, parse, query } = wire;
  wire.startup = function (this: Wire, parameters) {
    roles.set(this, parameters.user ?? '');
    startup.call(this, parameters);
  };
  wire.parse = function (this: Wire, statement, more) {
    record(this, statement.text);
    parse.call(this, statement, more);
  };
  wire.query = function (this: Wire, text) {
    record(this, text);
    query.call(this, text);
  };
}

/** What was sent since the last call, and never before. */
export function takeRecorded(): readonly Recorded[] {
  const taken = fresh;
  fresh = [];
  return taken;
}

/** All that a role has sent so far. */
export const recordedBy = (role: string): readonly string[] => [...(known.get(role) ?? [])];

/** A statement as it left, and with which others: those of one batch left together, without waiting. */
export type Sent = { readonly text: string; readonly params: readonly unknown[]; readonly batch: number };

/**
 * What is another one at each execution: its value in the recorded one, and an expression that gives the others. Keyed
 * on the loan, whose id is a variable of the script and never used twice.
 */
export type Varying = {
  readonly value: string;
  readonly expression: string;
  /** Also where it is a part of a parameter. */
  readonly isWithin?: true;
};

export type Script = {
  /** For `-f`. */
  readonly text: string;
  /** For `-D`: the recorded parameters, as they were sent. */
  readonly definitions: readonly string[];
};

/** A uuid of its own for each loan. */
export const uuidOf = (tag: number) => `('0000000${tag % 10}-0000-4000-8000-' || lpad((:loan)::text, 12, '0'))`;

/**
 * The recorded statements of one disbursement as a script of pgbench: the same texts with the same parameters, prepared,
 * in the same two transactions and the same round trips. Only what must be unique is replaced.
 */
export function replay(sent: readonly Sent[], varying: readonly Varying[], setUp: readonly string[]): Script {
  const definitions: string[] = [];
  const lines = [...setUp];
  const batches = Map.groupBy(sent, ({ batch }) => batch);
  for (const batch of batches.values()) {
    const statements = batch.flatMap(({ text, params }) =>
      params.length === 0 ? text.split(/;\s*/) : [filledIn(text, params, varying, definitions)],
    );
    const together = statements.map((each) => `${each};`);
    lines.push(...(together.length > 1 ? ['\\startpipeline', ...together, '\\endpipeline'] : together));
  }
  return { text: `${lines.join('\n')}\n`, definitions };
}

function filledIn(
  text: string,
  params: readonly unknown[],
  varying: readonly Varying[],
  definitions: string[],
): string {
  const places = params.map((param) => {
    if (param === null) return 'null';
    const value = asSent(param);
    const same = varying.find((each) => each.value === value);
    // A kept key names its resource as text.
    if (same) return isUuid(value) && !text.includes('idempotency_key') ? `${same.expression}::uuid` : same.expression;
    definitions.push(value);
    const name = `:p${definitions.length - 1}`;
    const within = varying.filter((each) => each.isWithin && !isResponse(value) && value.includes(each.value));
    if (within.length === 0) return name;
    const place = within.reduce((inner, each) => `replace(${inner}, '${each.value}', ${each.expression})`, name);
    // Of a list of texts, which is compared as one.
    return Array.isArray(param) ? `(${place})::text[]` : place;
  });
  return text.replaceAll(/\$(\d+)/g, (_, n: string) => places[Number(n) - 1] ?? '').trim();
}

/** A reply is used as it is: nothing in it has to be another one. */
const isResponse = (value: string) => value.startsWith('{"status"');
const isUuid = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** A parameter as the driver sends it: as text. */
function asSent(param: unknown): string {
  if (Buffer.isBuffer(param)) return `\\x${param.toString('hex')}`;
  if (Array.isArray(param)) return `{${param.join(',')}}`;
  return String(param);
}

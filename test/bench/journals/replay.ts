import type { Sent } from '../disbursements/replay.ts';

/** Stands in a recorded batch where each execution needs another text: eight digits of a uuid, or a part of a name. */
const MARK = 'aaaaaaaa';

/**
 * The recorded statements of one batch as a script of pgbench: the same texts with the same values, prepared, in the same
 * transaction and the same round trips. The values stand in the texts: they are parsed once. What must be unique is
 * another one at each execution.
 * @param unique texts that no two executions may share, beside the uuids that the batch has made
 * @param known uuids that were there before it
 */
export function replay(sent: readonly Sent[], unique: readonly string[], known: ReadonlySet<string>): string {
  const lines = [`\\set n random(1, 2000000000)`];
  const marked = marking(unique, known);
  for (const batch of Map.groupBy(sent, ({ batch: of }) => of).values()) {
    const statements = batch.flatMap(({ text, params }) =>
      params.length === 0 ? text.split(/;\s*/) : [filledIn(text, params, marked)],
    );
    const together = statements.filter((each) => each.trim() !== '').map((each) => `${oneLine(each)};`);
    lines.push(...(together.length > 1 ? ['\\startpipeline', ...together, '\\endpipeline'] : together));
  }
  return `${lines.join('\n')}\n`;
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').trim();

type Marking = (value: string) => string;

/** Puts the mark into what the batch has made; what it names in two places stays one. */
function marking(unique: readonly string[], known: ReadonlySet<string>): Marking {
  const made = new Map<string, string>(unique.map((value) => [value, `${MARK}${value}`]));
  const markOf = (uuid: string) => {
    const place = made.get(uuid) ?? `${MARK}-0000-4000-8000-${String(made.size).padStart(12, '0')}`;
    made.set(uuid, place);
    return place;
  };
  const names = new RegExp(unique.map((each) => `\\b${each}\\b`).join('|') || '$^', 'g');
  return (value) =>
    value
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) => (known.has(uuid) ? uuid : markOf(uuid)))
      .replaceAll(names, (name) => made.get(name) ?? name);
}

function filledIn(text: string, params: readonly unknown[], marked: Marking): string {
  return text.replaceAll(/\$(\d+)(::)?/g, (_, n: string, cast = '') => {
    const param = params[Number(n) - 1];
    if (param === null || param === undefined) return `null${cast}`;
    const sent = asSent(param);
    const value = marked(sent);
    if (value === sent) return `${literal(sent)}${cast}`;
    const varying = `replace(${literal(value)}, '${MARK}', lpad(to_hex(:n::bigint), 8, '0'))`;
    return cast === '' ? `(${varying})${typeOf(param)}` : `${varying}${cast}`;
  });
}

/** What the parameter is taken for where the text of the statement does not say it. */
function typeOf(param: unknown): string {
  const isUuid = (value: unknown) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value));
  if (Array.isArray(param)) return param.every(isUuid) ? '::uuid[]' : '::text[]';
  return isUuid(param) ? '::uuid' : '::text';
}

/** A parameter as the driver sends it: as text. */
function asSent(param: unknown): string {
  if (Buffer.isBuffer(param)) return `\\x${param.toString('hex')}`;
  if (Array.isArray(param)) return `{${param.map((each) => (each === null ? 'NULL' : quoted(each))).join(',')}}`;
  return String(param);
}
const quoted = (value: unknown) => `"${asSent(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** As a text of SQL in which pgbench sees no variable: it looks for colons there, too. */
const literal = (value: string) =>
  `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a').replaceAll('\n', '\\n')}'`;

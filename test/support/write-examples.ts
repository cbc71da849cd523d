/**
 * Writes rest-adapter/openapi/examples.json from what tests sent and received:
 *
 *     WRITE_EXAMPLES=/tmp/exchanges npm test -- test/rest-adapter test/contract
 *     node test/support/write-examples.ts /tmp/exchanges && npm run derive
 *
 * Without a file it leaves out what no longer fits its schema; the document then has an example made from that.
 * For each operation the fullest exchange that fits a page is taken: a request and its reply that belong together. With
 * `--missing` an example that still fits stays: the suites of one surface are enough for a record with a new field.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Compile } from 'typebox/compile';
import type { TSchema } from 'typebox';
import { routes } from '#rest/routes.ts';
import { recordedExample } from '#rest/openapi/recorded.ts';
import type { Route } from '#rest/route.ts';

type Exchange = { method: string; path: string; status: number; body: unknown; text: string };

/** Replies of more characters would fill a screen. */
const PAGE = 3_500;
/** Records of a list. */
const MOST_ROWS = 1;

const { values, positionals } = parseArgs({ options: { missing: { type: 'boolean' } }, allowPositionals: true });
const [file = ''] = positionals;
const lines = file === '' ? [] : (await readFile(file, 'utf8')).trim().split('\n');
const exchanges = lines.map((line) => JSON.parse(line) as Exchange);

/** Nothing that was secret in a test, or that names its server, stands in a document. */
const neutral = (text: string) =>
  text
    .replaceAll(/http:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g, 'https://api.example.com')
    .replaceAll(/whsec_[A-Za-z0-9+/=]{20,}/g, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    .replaceAll(/\b([sp]k)_(test|live)_[A-Za-z0-9_-]{8,}/g, '$1_$2_MKuDhljFp38wyzHyJRqHQ788');

function shortened(reply: unknown): unknown {
  if (reply === null || typeof reply !== 'object' || !('data' in reply) || !Array.isArray(reply.data)) return reply;
  return { ...reply, data: reply.data.slice(0, MOST_ROWS) };
}

type Check = (value: unknown) => boolean;

/** Whether a value is what the document shows: a test may send a uuid where the document has an integer. */
function checkOf(schema: TSchema | null | undefined): Check {
  if (schema === null || schema === undefined) return () => true;
  const validator = Compile(JSON.parse(JSON.stringify(schema)) as TSchema);
  return (value) => validator.Check(value);
}

function exampleOf(row: Route) {
  const [isParams, isBody, isReply] = [checkOf(row.params), checkOf(row.body), checkOf(row.reply.schema)];
  const pattern = new RegExp(`^${row.path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const found = exchanges.flatMap(({ method, path, status, body, text }) => {
    const match = pattern.exec(path.split('?', 1)[0] ?? '');
    if (method !== row.method || status !== row.reply.status || match === null) return [];
    const reply = text === '' ? null : shortened(JSON.parse(neutral(text)));
    const params = Object.fromEntries(Object.entries({ ...match.groups }).map(([name, value]) => [name, wire(value)]));
    const size = JSON.stringify(reply).length + JSON.stringify(body ?? null).length;
    const sent = body === undefined ? {} : { body: JSON.parse(neutral(JSON.stringify(body))) as unknown };
    if (size > PAGE || !isParams(params) || !isReply(reply) || (row.body && !isBody(sent.body))) return [];
    return [{ size, example: { ...(Object.keys(params).length > 0 ? { params } : {}), ...sent, reply } }];
  });
  const fullest = found.toSorted((a, b) => b.size - a.size)[0]?.example;
  const present = recordedExample(row.operation);
  const stillFits = present && isReply(present.reply) && (!row.body || isBody(present.body));
  return values.missing && stillFits ? present : (fullest ?? (stillFits ? present : undefined));
}

const wire = (value: string) => (/^[1-9]\d*$/.test(value) ? Number(value) : value);

const examples = routes.flatMap((row) => {
  const example = exampleOf(row);
  return example === undefined ? [] : [[row.operation, example] as const];
});
const target = fileURLToPath(new URL('../../rest-adapter/openapi/examples.json', import.meta.url));
await writeFile(target, `${JSON.stringify(Object.fromEntries(examples), null, 1)}\n`);
const missing = routes.filter(({ operation }) => !examples.some(([name]) => name === operation));
process.stdout.write(
  `${examples.length} of ${routes.length}; none for ${missing.map(({ operation }) => operation).join(', ')}\n`,
);

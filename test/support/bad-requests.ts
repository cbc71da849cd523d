import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import type { Route } from '#rest/route.ts';

/** A request that has to be refused, and what is wrong with it. */
export type BadRequest = {
  readonly why: string;
  /** Stands in for the record that the path names. */
  readonly id?: string;
  /** Begins with ? where there is one. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly raw?: { readonly type: string; readonly text: string };
};

type Kind = (row: Route) => fc.Arbitrary<BadRequest> | null;

/** So many bad requests to an operation, the same for the same seed: every kind that can go wrong there, in turn. */
export function badRequests(row: Route, count: number, seed: number): BadRequest[] {
  const kinds = KINDS.map((kind) => kind(row)).filter((kind) => kind !== null);
  return fc.sample(fc.oneof(...kinds), { numRuns: count, seed });
}

/** A value of some JSON type that a field of another type can't take, or hardly anybody would. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    -(2 ** 63),
    '',
    ' ',
    'null',
    '2024-02-30',
    'à́',
  ),
  fc.constantFrom<unknown>('\u0000', '\ud800', '\u202eabc', '😀'.repeat(300), 'x'.repeat(5_000), "' or 1=1 --", '%00'),
  fc.constantFrom<unknown>([], [null], [[]], {}, { toString: 1 }, { constructor: {} }, { length: 1 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);
const someName = fc.oneof(
  fc.constantFrom('id', 'uuid', 'state', 'tenant_id', 'version', 'created_at', 'toString', 'constructor', 'Ⓐ', ''),
  fc.string({ maxLength: 20 }),
);

/** The body of the row's example, spoilt: a member of the wrong type, missing, or beyond what there is. */
const spoiltBody: Kind = (row) => {
  const schema = row.body;
  if (!schema) return null;
  const validator = Compile(schema);
  const example = row.example as Record<string, unknown>;
  const places = placesIn(example);
  const wrong = fc
    .tuple(fc.constantFrom(...places), junk)
    .map(([place, value]) => ({ why: `${place.join('.')} is junk`, body: changed(example, place, value) }));
  const missing = fc
    .constantFrom(...places)
    .map((place) => ({ why: `${place.join('.')} is missing`, body: changed(example, place, undefined) }));
  const extra = fc
    .tuple(someName, junk)
    .map(([name, value]) => ({ why: `${name} is no member`, body: { ...example, [`${name}_`]: value } }));
  const other = junk.map((body) => ({ why: 'it is another kind of body', body }));
  const isBad = ({ body }: { readonly body: unknown }) => body === undefined || !validator.Check(asSent(body));
  return fc.oneof(wrong.filter(isBad), extra.filter(isBad), other.filter(isBad), missing).map((bad) =>
    // A member that may be left out: then one too many.
    isBad(bad) ? bad : { why: 'unknown_ is no member', body: { ...example, unknown_: true } },
  );
};

const asSent = (body: unknown): unknown => JSON.parse(JSON.stringify(body));

const unreadableBody: Kind = (row) => {
  if (!row.body) return null;
  const text = JSON.stringify(row.example);
  const json = 'application/json';
  return fc.oneof(
    fc
      // Without a byte, it is left out.
      .integer({ min: row.bodyIsOptional ? 1 : 0, max: text.length - 1 })
      .map((at) => ({ why: 'it is cut off', raw: { type: json, text: text.slice(0, at) } })),
    fc.constantFrom<BadRequest>(
      { why: 'it is nested too deep', raw: { type: json, text: `${'{"a":'.repeat(40)}1${'}'.repeat(40)}` } },
      { why: 'it is nested beyond measure', raw: { type: json, text: '['.repeat(50_000) } },
      { why: 'it is too long', raw: { type: json, text: JSON.stringify({ a: 'x'.repeat(300_000) }) } },
      { why: 'it has too many entries', raw: { type: json, text: JSON.stringify({ a: Array(1_001).fill(1) }) } },
      { why: 'it holds half a surrogate pair', raw: { type: json, text: '{"name":"\\ud800"}' } },
      { why: 'it holds NUL', raw: { type: json, text: '{"a\\u0000":1}' } },
      { why: 'it is two documents', raw: { type: json, text: `${text}${text}` } },
      { why: 'it is a form', raw: { type: 'application/x-www-form-urlencoded', text: 'a=b' } },
      { why: 'it is XML', raw: { type: 'text/xml', text: '<a/>' } },
      { why: 'its type is none', raw: { type: 'nonsense', text } },
    ),
  );
};

const badHeader: Kind = (row) => {
  const writing = row.method !== 'GET';
  const body = row.body ? { body: row.example } : {};
  const header = (name: string, value: string): BadRequest => ({
    why: `${name}: ${value}`,
    headers: { [name]: value },
    ...body,
  });
  return fc.constantFrom(
    header('accept', 'text/html'),
    header('accept', 'image/*;q=0.8'),
    header('authorization', 'Bearer nonsense'),
    header('authorization', 'Basic YTpi'),
    header('authorization', `Bearer at_${'a'.repeat(49)}`),
    ...(writing
      ? [
          header('idempotency-key', ''),
          header('idempotency-key', 'two words'),
          header('idempotency-key', 'x'.repeat(256)),
          header('idempotency-key', '""'),
          header('if-match', 'v1'),
          header('if-match', '"v1'),
          header('if-match', '"v1" "v2"'),
        ]
      : []),
  );
};

const badQuery: Kind = (row) => {
  const body = row.body ? { body: row.example } : {};
  const request = (text: string): BadRequest => ({ why: text, query: `?${text}`, ...body });
  const strange = fc
    .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), fc.string({ maxLength: 20 }))
    .map(([name, value]) => request(new URLSearchParams({ [`${name.toWellFormed()}_`]: value }).toString()));
  const known = fc.constantFrom(
    'id_format=both',
    'id_format=',
    'id_format=uuid&id_format=uuid',
    'toString=1',
    '__proto__=1',
  );
  const numbers = fc.constantFrom('0', '-1', '1.5', '1e3', 'abc', '', ' 1', '0x10', '٣', '%00');
  const paged = numbers.map((value) => `limit=${value}`);
  const lists = row.list
    ? [
        paged.map(request),
        fc.base64String({ minLength: 1, maxLength: 200 }).map((text) => request(`cursor=${encodeURIComponent(text)}`)),
        fc
          .constantFrom('sort=colour', 'sort=', 'sort=id,id', 'fields=secret', 'include=everything', 'cursor=')
          .map(request),
        fc
          .constantFrom(
            'filter[colour]=red',
            'filter[id]=x',
            'filter[id][like]=1',
            'filter[]=1',
            'filter[id=1',
            'filter=1',
          )
          .map(request),
        fc
          .constantFrom('filter[id][gt]=1', 'filter[created_at]=yesterday', 'filter[created_at][lt]=2026-13-01')
          .map(request),
      ]
    : [];
  const walks = row.query
    ? [
        paged.map(request),
        numbers.filter((value) => value !== '0').map((value) => request(`offset=${value}`)),
        fc.constantFrom('offset=10001', 'offset=99999999999999999999', 'limit=1&limit=2', 'page=1').map(request),
        fc
          .constantFrom('updated_since=yesterday', 'updated_since=2026-13-01', 'updated_since=', 'updated_since=%F0')
          .map(request),
      ]
    : [];
  return fc.oneof(strange, known.map(request), ...lists, ...walks);
};

const badPath: Kind = (row) => {
  if (!row.params || !row.subject) return null;
  const body = row.body ? { body: row.example } : {};
  const ids = fc.oneof(
    fc.constantFrom(
      '0',
      '-1',
      '1.5',
      '1e3',
      'abc',
      '%00',
      '%F0%9F%98%80',
      "'",
      '9'.repeat(16),
      '9'.repeat(400),
      'null',
    ),
    fc.uuid(),
    fc
      .string({ unit: 'binary', minLength: 1, maxLength: 30 })
      .map((text) => `x${encodeURIComponent(text.toWellFormed())}`),
  );
  return ids.map((id) => ({ why: `there is no ${id}`, id, ...body }));
};

const KINDS: readonly Kind[] = [spoiltBody, spoiltBody, unreadableBody, badHeader, badQuery, badPath];

type Place = readonly (string | number)[];

/** Where something stands in a value, at any depth. */
function placesIn(value: unknown, at: Place = []): Place[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = [...at, Array.isArray(value) ? Number(name) : name];
    return [place, ...placesIn(member, place)];
  });
}

/** A copy in which another value stands at the place; undefined takes it away. */
function changed(value: unknown, [name, ...rest]: Place, by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === name ? changed(item, rest, by) : item));
  const members = value as Record<string, unknown>;
  return { ...members, [name]: changed(members[name], rest, by) };
}

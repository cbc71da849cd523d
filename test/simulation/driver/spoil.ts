import type { Request } from '../stage.ts';
import type { Random } from './random.ts';

const AMOUNTS = [0, -1, -100_000, 1.5, 2 ** 53, '100', null, 1e300, 9_007_199_254_740_991];
const DATES = [
  '0001-01-01',
  '9999-12-31',
  '2025-02-29',
  '2026-11-23T24:00:00Z',
  'yesterday',
  '',
  '1969-12-31T23:59:59.999Z',
  0,
];
const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\u202Egnirts',
  'x'.repeat(5_000),
  '{{7*7}}',
  "'; drop table loan; --",
  '\uFEFF',
  {},
  [],
];

/** The mistake of an integration in a hurry: one field is missing, unknown or senseless, or the record is another's. */
export function spoil(request: Request, random: Random): Request {
  const { body = {}, path } = request;
  if (path === '/graphql') return { ...request, body: spoiltMutation(body, random) };
  const fields = Object.keys(body);
  if (fields.length === 0 || random.chance(0.1)) return { ...request, path: path.replace(/\/\d+/, '/999999999') };
  if (random.chance(0.1)) return { ...request, body: { ...body, unknown_field: 1 } };
  return { ...request, body: spoilt(body, random.oneOf(fields), random) };
}

/** The same on the graph: what is wrong is in the input, or the id is that of nothing. */
function spoiltMutation(body: Body, random: Random): Body {
  const { input = {}, ...variables } = Object(body['variables']);
  const fields = Object.keys(input);
  if (fields.length === 0) return body;
  const field = random.oneOf(fields);
  const wrong =
    field.endsWith('Id') && random.chance(0.5)
      ? { ...input, [field]: '00000000-0000-7000-8000-000000000000' }
      : spoilt(input, field, random);
  return { ...body, variables: { ...variables, input: wrong } };
}

type Body = Readonly<Record<string, unknown>>;

function spoilt(body: Body, field: string, random: Random): Body {
  if (random.chance(0.2)) return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
  const values: readonly unknown[] = /amount|principal|months|_id$|Bp$|Seconds$/.test(field)
    ? AMOUNTS
    : /_at$|_on$|At$|date|until|from/.test(field)
      ? DATES
      : TEXTS;
  return { ...body, [field]: random.oneOf(values) };
}

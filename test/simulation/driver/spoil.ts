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
  const fields = Object.keys(body);
  if (fields.length === 0 || random.chance(0.1)) return { ...request, path: path.replace(/\/\d+/, '/999999999') };
  if (random.chance(0.1)) return { ...request, body: { ...body, unknown_field: 1 } };
  const field = random.oneOf(fields);
  if (random.chance(0.2))
    return { ...request, body: Object.fromEntries(Object.entries(body).filter(([name]) => name !== field)) };
  const values: readonly unknown[] = /amount|principal|months|_id$/.test(field)
    ? AMOUNTS
    : /_at$|_on$|date|until|from/.test(field)
      ? DATES
      : TEXTS;
  return { ...request, body: { ...body, [field]: random.oneOf(values) } };
}
